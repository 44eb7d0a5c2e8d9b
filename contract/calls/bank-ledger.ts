import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { date, recordId } from '../fields.ts'
import { bank } from '../modules/money/bank.ts'
import { paymentKinds, paymentModes } from '../modules/money/payment.ts'
import { permissions } from '../rules.ts'

/** What moved an account, with what was on it afterwards. */
const ledgerLine = z.object({
  id: recordId(),
  paidOn: z.iso.date(),
  kind: z.enum(paymentKinds),
  mode: z.enum(paymentModes),
  /** Below nothing where it went out. */
  moved: z.int(),
  balance: z.int(),
  /** It takes another payment back, or was taken back by one. */
  isBack: z.boolean(),
  /** Null, like all below, where the payment is out of the asker's reach: its amount counts all the same. */
  number: z.nullable(z.string()),
  order: z.nullable(recordId()),
  maintenance: z.nullable(recordId()),
  reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type LedgerLine = z.infer<typeof ledgerLine>

/** The days of a period, both of them in it; left out, it has no such end. */
export const ledgerPeriod = { from: z.optional(date()), to: z.optional(date()) }

/** Is the first day not after the last one? */
export const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  !from || !to || from <= to

/** So many lines come at once. */
export const LEDGER_PAGE = 100
/** Where the same is fetched as a file that a spreadsheet opens. */
export const LEDGER_FILE = '/bank/ledger/file'

/** What came in and went out of an account in a period, the oldest first. */
export const bankLedgerCall = defineCall({
  method: 'GET',
  path: '/bank/ledger',
  may: permissions(bank, 'details'),
  input: z.strictObject({
    bank: z.pipe(z.coerce.number(), recordId()),
    ...ledgerPeriod,
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d~\d{1,16}$/))),
  }),
  output: z.object({
    opening: z.int(),
    in: z.int(),
    out: z.int(),
    closing: z.int(),
    count: z.int(),
    lines: z.array(ledgerLine),
    next: z.nullable(z.string()),
  }),
})
