import * as z from 'zod/mini'
import { defineCall, type AnswerOf } from '../call.ts'
import { recordId } from '../fields.ts'
import { dealer } from '../modules/people/dealer.ts'
import { permissions } from '../rules.ts'

/** Amounts in the smallest unit of the house's currency. */
const dealerSales = z.object({
  /** What its orders on credit have left to pay: all of it counts against the credit limit. */
  open: z.int(),
  /** Of that, what should have been paid by now. Nothing where the dealer has no days to pay. */
  overdue: z.int(),
  /** What is left to pay of all its orders, whatever way they are paid. */
  owed: z.int(),
  /** What was ordered in each of the last twelve months, the oldest first. */
  months: z.array(z.object({ month: z.string().check(z.regex(/^\d{4}-\d\d$/)), value: z.int() })),
  /** What was sold of each line of its targets, by the id of the line. */
  targets: z.array(z.object({ id: z.int(), qty: z.int(), value: z.int() })),
  /** Only orders within the asker's reach are counted, and these are not all. */
  isPart: z.boolean(),
})

/** What a dealer owes and sells; null for whoever may not open an order. */
export const dealerSalesCall = defineCall({
  method: 'GET',
  path: '/dealer/sales',
  may: permissions(dealer, 'details'),
  input: z.strictObject({ dealer: z.pipe(z.coerce.number(), recordId()) }),
  output: z.object({ sales: z.nullable(dealerSales) }),
})
export type DealerSales = NonNullable<AnswerOf<typeof dealerSalesCall>['sales']>
