import { bills, paidFor, type Bill, type Invoice } from '#contract/modules/money/billed.ts'
import { lineName } from '#contract/modules/money/invoice-paper.ts'
import { orderInvoice } from '#contract/modules/money/order-invoice.ts'
import type { Module } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { OwnInputProps } from '#src/crud/around.ts'
import { useRecord } from '#src/data/use-records.ts'
import type { InputProps } from '#src/fields/view.ts'
import { PickLines, type Pickable } from '#src/parts/pick-lines.tsx'
import { formatNumber } from '#src/lib/format.ts'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useSay } from './say.ts'

/** How much of each line of the order is invoiced, or of the invoice is credited. */
export function InvoiceLinesInput({ around: { form, seen }, ...input }: OwnInputProps) {
  const said = seen ?? form.values
  const bill = paidFor(said)
  if (said.kind === 'creditNote') return <OfInvoice {...input} bill={bill} id={Number(said.against ?? 0)} />
  return bill === bills.order ? <OfOrder {...input} id={Number(said.order ?? 0)} /> : <AllOfIt bill={bill} />
}

/** A job is asked for as a whole. */
function AllOfIt({ bill }: { bill: Bill }) {
  return <p className="text-30 text-muted">{useSay(bill.invoices)('screen.wholeJob')}</p>
}

type Props = InputProps & { id: number }

function OfOrder({ id, ...input }: Props) {
  const t = useSay(orderInvoice)
  const { row } = useRecord(order, id)
  const lines = row?.lines.map(one => ({ id: one.id, product: one.product, most: one.qty - (one.cancelled ?? 0) }))
  return <Pick {...input} lines={lines} mostOf={count => t('screen.onOrder', { count })} />
}

function OfInvoice({ id, bill, ...input }: Props & { bill: Bill }) {
  const t = useSay(bill.invoices)
  const { row } = useRecord<Module>(bill.invoices, id)
  const lines = (row as unknown as Invoice | undefined)?.lines.map(one => ({
    id: one.line,
    product: one.product ?? null,
    name: one.product ? null : lineName(one, t, { count: formatNumber }),
    most: one.qty,
  }))
  return <Pick {...input} lines={lines} mostOf={count => t('screen.onInvoice', { count })} />
}

type PickProps = Omit<Props, 'id'> & { lines: Pickable[] | undefined; mostOf: (count: number) => string }

function Pick({ lines, ...input }: PickProps) {
  const t = useSay(orderInvoice)
  if (!lines) return <SkeletonRows rows={2} />
  return (
    <>
      <PickLines
        {...input}
        lines={lines}
        qtyOf={name => t('screen.qtyOf', { name })}
        all={t('screen.all')}
        none={t('screen.noLines')}
      />
      <p className="mt-1 text-20 text-muted">{t('screen.emptyLines')}</p>
    </>
  )
}
