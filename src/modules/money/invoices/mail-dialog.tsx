import { paidFor, type Invoice } from '#contract/modules/money/billed.ts'
import type { Module } from '#contract/module.ts'
import type { MoveProps } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { MailDialog, useCustomersAddress } from '#src/parts/mail/mail-dialog.tsx'
import { useCan } from '#src/session/actor.ts'

/** Where the invoice goes: to the address that it went to last, that of the order or job, or the customer's first. */
export function MailInvoice({ record, move, onClose }: MoveProps) {
  const one = record as unknown as Invoice
  const { of, field, invoices } = paidFor(one)
  const maySubject = useCan(of, 'details')
  const sale = useRecord<Module>(of, maySubject ? (one[field] ?? 0) : 0)
  const buyers = useCustomersAddress(one.customer)
  const to = one.mailedTo ?? (sale.row?.email as string | null | undefined) ?? buyers.to
  if (to === null && (sale.loading || buyers.loading)) return null
  return <MailDialog {...{ record, move, onClose }} module={invoices} start={{ to }} />
}
