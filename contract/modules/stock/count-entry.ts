import {
  accountMoney,
  alsoPast,
  choice,
  dateTime,
  flag,
  listItem,
  maybe,
  number,
  reference,
  stamped,
  text,
  withDefault,
} from '../../fields.ts'
import { color } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'

/**
 * How what was found and what should be there differ: a device is missing, is missing and in a parcel that is packed, or being
 * replaced, was lost before, or should be elsewhere; goods are too many or too few, came or went while they were counted, or
 * are of a colour that nobody said; a code is on nothing that we know, on what is counted by serial number, or on what is not
 * counted here.
 */
export const countReasons = [
  'missing',
  'spokenFor',
  'found',
  'elsewhere',
  'goods',
  'movedMeanwhile',
  'needsColour',
  'unknown',
  'needsSerial',
  'notCounted',
] as const
export type CountReason = (typeof countReasons)[number]

/** One scan of a count, or a number that was typed: never edited, what was wrong is taken back by one that says so many less. */
export const countEntry = defineModule({
  name: 'countEntry',
  code: 201,
  // Whoever approves the count decides about what of it does not go on.
  approvedAs: 'stockMove',
  appendOnly: true,
  fields: {
    count: reference('stockCount'),
    /** One of these, as soon as it is known what was scanned. */
    unit: maybe(alsoPast(reference('unit'))),
    part: maybe(alsoPast(reference('part'))),
    product: maybe(alsoPast(reference('product'))),
    colour: maybe(listItem(color)),
    /** The code as it was scanned. */
    text: maybe(text(200)),
    /** So many more of it, or fewer. */
    qty: withDefault(number({ min: -1_000_000, max: 1_000_000, whole: true }), 1),
    /** By the clock of the device: what the stock was then is what it is compared with. */
    at: stamped('now', maybe(dateTime())),
  },
  given: {
    /** How it differed when the server heard of it; empty where it did not. */
    reason: choice(countReasons),
    /** Where a device stood then, or stands when the count is booked. */
    stood: text(40),
    /** What was booked, or is left to do by hand: written with the booking, and counts nothing. */
    closing: flag(),
    expected: number(),
    counted: number(),
    worth: accountMoney(),
  },
  title: 'text',
  search: ['text'],
  offline: { keep: 'recent', write: true },
})
export type CountEntry = RowOf<typeof countEntry>
