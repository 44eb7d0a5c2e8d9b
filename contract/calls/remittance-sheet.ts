import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { code, date, longText, MOST_MONEY, recordId, TOO_MUCH_MONEY } from '../fields.ts'
import { cashOrder } from '../modules/money/cash-order.ts'
import { permissions } from '../rules.ts'

const may = permissions(cashOrder, 'edit')
const line = z.object({
  awb: code(),
  amount: z.int().check(z.nonnegative(), z.maximum(MOST_MONEY, TOO_MUCH_MONEY)),
  /** What the courier keeps for it. It stands beside the amount and is no difference. */
  charges: z.optional(z.int().check(z.nonnegative(), z.maximum(MOST_MONEY, TOO_MUCH_MONEY))),
  /** Somebody has seen that it is another sum than the parcel was to bring: it is booked, and the difference stays open. */
  isMeant: z.optional(z.boolean()),
})
export type AskedLine = z.infer<typeof line>

/** How many lines are asked about, and booked, at once. */
export const MOST_LINES = 50

/**
 * What a line of a courier's sheet is: what the parcel was to bring, or why it is not booked. `other`: another sum than the
 * parcel was to bring, which is booked where that is meant; `nothing`: nobody gave anything for it; `lost`: a spreadsheet has
 * rounded its number, which may be any parcel's; `done`: what this parcel, or all of its order, was to bring is with the bank already; `notGiven`: nobody
 * got it; `job`: it is of a service job, whose payments are recorded there; `twice`: the sheet says it before.
 */
const sheetSays = z.enum([
  'right',
  'other',
  'nothing',
  'done',
  'underWay',
  'notGiven',
  'noCash',
  'job',
  'unknown',
  'lost',
  'twice',
])
export type SheetSays = z.infer<typeof sheetSays>

const judged = z.object({
  awb: z.string(),
  amount: z.int(),
  is: sheetSays,
  /** The cash order that it belongs to, and what its parcel was to bring. */
  cash: z.nullable(recordId()),
  number: z.nullable(z.string()),
  expected: z.nullable(z.int()),
})
export type Judged = z.infer<typeof judged>

const lines = z.array(line).check(z.minLength(1), z.maxLength(MOST_LINES))

/** What do these lines of a courier's sheet belong to? Nothing is written. */
export const matchSheetCall = defineCall({
  method: 'POST',
  path: '/remittance-sheet/match',
  may,
  input: z.strictObject({ courier: recordId(), lines }),
  output: z.object({ lines: z.array(judged) }),
})

/**
 * Books those of the lines that are right, and those of another sum that are meant, as collected and brought to the bank, all or none. Asked once more, they are done
 * already: nothing is booked twice.
 */
export const bookSheetCall = defineCall({
  method: 'POST',
  path: '/remittance-sheet/book',
  may,
  input: z.strictObject({
    courier: recordId(),
    bank: recordId(),
    reference: z.nullable(longText(80)),
    paidOn: z.nullable(date()),
    lines,
  }),
  output: z.object({ lines: z.array(judged), booked: z.int(), amount: z.int() }),
})
