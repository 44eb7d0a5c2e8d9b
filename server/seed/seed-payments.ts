import { modules } from '#contract/modules/index.ts'
import type { Row } from '#contract/module.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { amountsOf } from '#contract/totals.ts'
import { stageOf } from '#server/flows/cash-orders.ts'
import type { Chance } from './chance.ts'
import type { Ground, Maker } from './maker.ts'

const couriers = ['Delhivery', 'Blue Dart'] as const
const DAY = 24 * 3_600_000

type Odd = { over: ReadonlySet<number>; owed: number | undefined }

/** Two whose customers gave a hundred rupees too much; and one that is cancelled and not paid back yet. */
export function oddOnes(orders: readonly Row[]): Odd {
  const over = orders.filter(({ stage, paymentMode }) => stage === 'delivered' && paymentMode === 'cashOnDelivery')
  const owed = orders.findLast(({ stage, paymentMode }) => stage === 'cancelled' && paymentMode === 'prepaid')
  return { over: new Set(over.slice(-2).map(({ id }) => id)), owed: owed?.id }
}

/** What an order came to before all of it was cancelled. */
const wholeOf = (row: Row): number =>
  amountsOf(pricedOf({ ...row, lines: (row as unknown as Order).lines.map(line => ({ ...line, cancelled: 0 })) })).total

type Means = { banks: ReadonlyMap<string, number>; odd: Odd }

/** What was paid of an order by now, and what of it is with the bank. */
export async function paymentsOf(
  maker: Maker,
  ground: Ground,
  luck: Chance,
  row: Row,
  { banks, odd }: Means,
): Promise<Row[]> {
  const sale = row as unknown as Order
  const isWrong = odd.over.has(row.id)
  const total = (sale.total ?? 0) + (isWrong ? 10_000 : 0)
  const isOver = sale.stage === 'delivered' || sale.stage === 'closed'
  const isPaid =
    sale.paymentMode === 'prepaid'
      ? sale.stage !== 'draft'
      : isOver && luck.happens(sale.paymentMode === 'credit' ? 60 : 90)
  const isBack = sale.stage === 'cancelled' && sale.paymentMode === 'prepaid'
  if (!isBack && (total === 0 || !(isPaid || isWrong) || sale.stage === 'cancelled')) return []
  const isCash = sale.paymentMode === 'cash' || sale.paymentMode === 'cashOnDelivery'
  const at = new Date(Math.min(Date.parse(row.createdAt) + (isCash ? 4 : 0) * DAY, ground.now.getTime())).toISOString()
  const make = (input: Record<string, unknown>) =>
    maker.row(
      modules.payment,
      { order: row.id, amount: isBack ? wholeOf(row) : total, paidOn: at.slice(0, 10), ...input },
      at,
      {
        at,
        assignedTo: sale.assignedTo,
        dealerBranch: sale.dealerBranch,
      },
    )
  const main = banks.get('HDFC current account') ?? null
  const mode = isCash ? 'cash' : luck.one(['upi', 'card', 'bankTransfer'] as const)
  const paid = [await make({ kind: 'receipt', mode, bank: isCash ? null : main, isOver: isWrong })]
  if (isBack) {
    if (row.id !== odd.owed) paid.push(await make({ kind: 'refund', mode: 'bankTransfer', bank: main }))
    row.paid = row.id === odd.owed ? wholeOf(row) : 0
    row.balance = -(row.paid as number)
    return paid
  }
  if (isCash && luck.happens(sale.stage === 'closed' ? 95 : 40))
    paid.push(
      await make({
        kind: 'remittance',
        mode: 'bankTransfer',
        bank: banks.get(sale.paymentMode === 'cash' ? counters[row.id % 2]! : 'ICICI collections') ?? null,
        reference: `UTR${luck.between(10_000_000, 99_999_999)}`,
      }),
    )
  row.paid = total
  row.balance = (sale.total ?? 0) - total
  return paid
}

/** Where the cash of the counters goes. */
const counters = ['SBI service centre Pune', 'Petty cash Mumbai'] as const

export async function deskOf(maker: Maker, { item }: Ground, row: Row, paid: readonly Row[]): Promise<Row | null> {
  const sale = row as unknown as Order
  const isCash = sale.paymentMode === 'cash' || sale.paymentMode === 'cashOnDelivery'
  if (!isCash || sale.stage === 'draft' || sale.stage === 'cancelled') return null
  const amounts = {
    expected: sale.total ?? 0,
    collected: sale.paid ?? 0,
    remitted: paid.some(({ kind }) => kind === 'remittance') ? (sale.paid ?? 0) : 0,
  }
  const known = {
    number: sale.number,
    order: row.id,
    name: sale.name,
    phone: sale.phone,
    city: sale.city,
    paymentMode: sale.paymentMode,
  }
  const whose = { assignedTo: sale.assignedTo, dealerBranch: sale.dealerBranch }
  const collectedOn = (paid[0]?.paidOn as string | undefined) ?? null
  const made = await maker.row(modules.cashOrder, {}, row.createdAt, {
    ...known,
    ...whose,
    ...amounts,
    collectedOn,
    courier: collectedOn && sale.paymentMode === 'cashOnDelivery' ? item('courier', couriers[row.id % 2]!) : null,
    stage: stageOf(amounts),
  })
  return { ...made, ...modules.cashOrder.derive?.(made) }
}
