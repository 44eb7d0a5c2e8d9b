import type { Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Ground, Maker } from './maker.ts'
import type { Series } from './series.ts'

const DAY = 86_400_000
const reasons = ['Changed mind', 'Found it cheaper', 'Ordered twice', 'Waited too long', 'Wrong product']

/** A cancellation for each order that is cancelled, and some that wait for somebody to approve them. */
export async function cancelsOf(
  maker: Maker,
  { item, now }: Ground,
  orders: readonly Row[],
  payments: readonly Row[],
  numbers: Series,
): Promise<Row[]> {
  const rows: Row[] = []
  const add = async (row: Row, lines: { line: number; qty: number }[], stands: Record<string, unknown>) => {
    const sale = row as unknown as Order
    const at = new Date(Math.min(Date.parse(row.createdAt) + DAY, now.getTime())).toISOString()
    const ids = []
    for (const line of lines) ids.push({ id: await maker.nextId(), ...line })
    rows.push(
      await maker.row(
        modules.orderCancel,
        { order: row.id, lines: ids, reason: reasons[rows.length % reasons.length] },
        at,
        {
          number: numbers.next('CAN', at),
          refundDue: 0,
          refunded: 0,
          refundStatus: item('refundStatus', 'Not due'),
          dealerBranch: sale.dealerBranch,
          assignedTo: sale.assignedTo,
          ...stands,
        },
      ),
    )
  }
  for (const row of orders.filter(({ stage }) => stage === 'cancelled')) {
    const lines = (row as unknown as Order).lines.map(({ id, qty }) => ({ line: id, qty }))
    const refundDue = Number(payments.find(one => one.order === row.id && one.kind === 'receipt')?.amount ?? 0)
    const back = payments.find(one => one.order === row.id && one.kind === 'refund')
    await add(
      row,
      lines,
      back
        ? {
            refundDue,
            refunded: refundDue,
            stage: 'refunded',
            refundStatus: item('refundStatus', 'Paid'),
            bank: back.bank,
          }
        : refundDue > 0
          ? { refundDue, stage: 'refundPending', refundStatus: item('refundStatus', 'Due') }
          : { stage: 'closed' },
    )
  }
  for (const row of orders.filter(({ stage }) => stage === 'confirmed' || stage === 'onHold').slice(-2)) {
    const [line] = (row as unknown as Order).lines
    await add(row, [{ line: line!.id, qty: 1 }], {})
  }
  return rows
}
