import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { code, recordId } from '../fields.ts'
import { MOST_RECEIVED, receivePlaces } from '../modules/stock/receive-units.ts'
import { unit } from '../modules/stock/unit.ts'
import { permissions } from '../rules.ts'

/**
 * Receives new devices, all of them or none. Where a serial number is known already, each is named, and said beside its place:
 * `devices.3.serial`.
 */
export const receiveUnitsCall = defineCall({
  method: 'POST',
  path: '/unit/receive',
  may: permissions(unit, 'create'),
  input: z.strictObject({
    devices: z
      .array(
        z.strictObject({
          serial: code(80),
          product: recordId(),
          colour: z.nullable(recordId()),
          place: z.enum(receivePlaces),
        }),
      )
      .check(z.minLength(1), z.maxLength(MOST_RECEIVED)),
  }),
  output: z.object({ received: z.int() }),
})
