import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { unit } from '../modules/stock/unit.ts'
import { permissions } from '../rules.ts'

/** A sale, a replacement or a service job of a device, in the smallest unit of the house's currency. */
const unitCost = z.object({
  module: z.string(),
  record: recordId(),
  title: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** What its customer was asked for. */
  asked: z.int(),
  /** What the warranty or our goodwill covered, at its price. */
  borne: z.int(),
})
export type UnitCost = z.infer<typeof unitCost>

/** What a device brought in and what was spent on it, the oldest first, of all that the asker may see. */
export const unitCostsCall = defineCall({
  method: 'GET',
  path: '/unit/costs',
  may: permissions(unit, 'details'),
  input: z.strictObject({ unit: z.pipe(z.coerce.number(), recordId()) }),
  output: z.object({ entries: z.array(unitCost) }),
})
