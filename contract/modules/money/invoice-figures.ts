import { taxTable, type TaxRow } from '../../tax-table.ts'
import { amountsOf, type Amounts } from '../../totals.ts'
import type { Invoice } from './billed.ts'
import { invoicedOf, isOwed } from './invoice-rules.ts'

/** A text of invoices by its key: `fields.taxable`. */
export type Say = (key: string, values?: Record<string, string>) => string
export type TaxPart = { label: string; rate: number; amount: number }
export type Sum = { label: string; amount: number }

export type InvoiceFigures = {
  amounts: Amounts
  table: TaxRow[]
  /** One tax, or its two halves: the goods stay in this state or they do not. */
  partsOf(tax: number, rate?: number): TaxPart[]
  /** What adds up to the total. */
  sums: Sum[]
  /** What its customer was told that it costs. */
  told: Sum | null
  /** What was credited and paid of it. */
  less: Sum[]
  /** What is left to pay; null where nobody is asked for it. */
  end: Sum | null
}

/** What an invoice comes to, by line, in words of tax and in sums: on the screen, on paper and in the file that is sent. */
export function invoiceFigures(one: Invoice, say: Say): InvoiceFigures {
  const priced = invoicedOf(one)
  const amounts = amountsOf(priced)
  const table = taxTable(
    priced,
    one.lines.map(({ hsn }) => hsn),
  )
  const partsOf = (tax: number, rate = 0): TaxPart[] =>
    one.interState
      ? [{ label: say('screen.igst'), rate, amount: tax }]
      : [
          { label: say('screen.cgst'), rate: rate / 2, amount: tax / 2 },
          { label: say('screen.sgst'), rate: rate / 2, amount: tax / 2 },
        ]
  const sums = [
    { label: say('fields.taxable'), amount: amounts.taxable },
    ...partsOf(amounts.tax).map(({ label, amount }) => ({ label, amount })),
    ...((one.roundOff ?? 0) === 0 ? [] : [{ label: say('fields.roundOff'), amount: one.roundOff ?? 0 }]),
  ]
  const isAsked = isOwed(one)
  const less = [
    { label: say('screen.credits'), amount: -(one.credited ?? 0) },
    { label: say('screen.paidSum'), amount: -(one.paid ?? 0) },
  ].filter(({ amount }) => amount !== 0)
  const end = isAsked ? { label: say('screen.toPay'), amount: one.outstanding ?? 0 } : null
  const told =
    typeof one.estimate === 'number' && one.kind !== 'creditNote'
      ? { label: say('fields.estimate'), amount: one.estimate }
      : null
  return { amounts, table, partsOf, sums, told, less: isAsked ? less : [], end }
}
