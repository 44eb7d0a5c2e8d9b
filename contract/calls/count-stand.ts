import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { countReasons } from '../modules/stock/count-entry.ts'
import { stockCount } from '../modules/stock/stock-count.ts'
import { permissions } from '../rules.ts'

const goods = { part: z.nullable(recordId()), product: z.nullable(recordId()), colour: z.nullable(recordId()) }

/** How a count stands: what should be there, and how what the server has heard of differs. Booking it now would book just that. */
export const countStandCall = defineCall({
  method: 'GET',
  path: '/stock-count/stand',
  may: permissions(stockCount, 'list'),
  input: z.strictObject({ count: z.pipe(z.coerce.number(), recordId()) }),
  output: z.object({
    devices: z.array(
      z.object({ id: recordId(), serial: z.string(), product: recordId(), colour: z.nullable(recordId()) }),
    ),
    levels: z.array(z.object({ ...goods, qty: z.int() })),
    differences: z.array(
      z.object({
        ...goods,
        unit: z.nullable(recordId()),
        text: z.nullable(z.string()),
        reason: z.enum(countReasons),
        expected: z.int(),
        counted: z.int(),
        stood: z.nullable(z.string()),
        worth: z.nullable(z.int()),
      }),
    ),
  }),
})
