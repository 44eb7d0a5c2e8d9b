import type { Actor } from '#contract/actor.ts'
import { awbKey, hasLostDigits } from '#contract/awb.ts'
import {
  bookSheetCall,
  matchSheetCall,
  type AskedLine,
  type Judged,
  type SheetSays,
} from '#contract/calls/remittance-sheet.ts'
import { bills } from '#contract/modules/money/billed.ts'
import { cashOrder, type CashOrder } from '#contract/modules/money/cash-order.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { inScope } from '#contract/rules.ts'
import { byServer, type Deeds } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import type { Tx } from '#server/crud/store.ts'
import { paymentSums } from '#server/flows/payments.ts'
import { answer } from '#server/lib/answer.ts'
import type { App } from '#server/lib/http.ts'

type Found = {
  id: number
  awb: string
  stage: string
  cod: number | null
  order: number | null
  cash: number | null
  /** What it was to bring is with the bank, and nobody has taken that back. */
  isDone: boolean
}

/** What a courier says that it brought, matched with the parcels by their numbers. */
export function remittanceSheetRoutes(api: App, written: Written): void {
  answer(api, matchSheetCall, async ({ courier, lines }, { actor }) => ({
    lines: await written.store.transaction(async tx =>
      (await judge(tx, actor, courier, lines)).map(({ judged }) => judged),
    ),
  }))

  answer(api, bookSheetCall, ({ courier, lines, ...how }, { actor, id: request }) =>
    byServer(written, { actor: actor.id, request }, async deeds => {
      await lockAll(deeds.tx, courier, lines)
      const all = await judge(deeds.tx, actor, courier, lines)
      const right = all.filter(({ judged, line }) => isBooked(judged, line))
      for (const one of right) await bookLine(deeds, one, courier, how)
      const amount = right.reduce((sum, { judged }) => sum + judged.amount, 0)
      return { lines: all.map(({ judged }) => judged), booked: right.length, amount }
    }),
  )
}

/** Right, or another sum that somebody has seen and wants booked as it is. */
const isBooked = ({ is }: Judged, { isMeant }: AskedLine): boolean =>
  is === 'right' || (is === 'other' && isMeant === true)

/** The parcels that the lines name, each with its cash order. */
const findAll = (tx: Tx, courier: number, lines: readonly AskedLine[]) =>
  tx.also<Found>(
    `select d.id, code_key(d.awb) as awb, d.stage, d.cod_amount as cod, d."order", c.id as cash, exists (
       select from payment p where p.dispatch = d.id and p.kind = 'remittance'
         and not exists (select from payment back where back.reverses = p.id)) as "isDone"
     from dispatch d left join cash_order c on c."order" = d."order"
     where d.courier = $1 and code_key(d.awb) = any($2) and d.stage <> 'cancelled' and d.direction = 'out'
     order by c.id`,
    [courier, lines.map(({ awb }) => awbKey(awb))],
  )

/** Two who book the same sheet take turns, always in the same order: orders first, as whoever books a payment. */
async function lockAll(tx: Tx, courier: number, lines: readonly AskedLine[]): Promise<void> {
  const found = await findAll(tx, courier, lines)
  await tx.also('select 1 from sales_order where id = any($1) order by id for no key update', [
    found.flatMap(({ order }) => order ?? []),
  ])
  await tx.also('select 1 from cash_order where id = any($1) order by id for no key update', [
    found.flatMap(({ cash }) => cash ?? []),
  ])
}

type JudgedLine = { judged: Judged; line: AskedLine; parcel: Found | undefined }

async function judge(tx: Tx, actor: Actor, courier: number, lines: readonly AskedLine[]): Promise<JudgedLine[]> {
  const found = byNumber(await findAll(tx, courier, lines))
  const ids = [...new Set([...found.values()].flatMap(({ cash }) => cash ?? []))]
  const rows = (await tx.find(cashOrder, ids)) as unknown as CashOrder[]
  const desks = new Map(rows.filter(row => inScope(cashOrder, row, actor)).map(row => [row.id, row]))
  // Several parcels of one order share what is still to come.
  const left = new Map(rows.map(row => [row.id, (row.expected ?? 0) - (row.remitted ?? 0)]))
  const seen = new Set<string>()
  return lines.map(line => {
    const { awb, amount } = line
    const parcel = found.get(awbKey(awb))
    const desk = parcel?.cash == null ? undefined : desks.get(parcel.cash)
    const isTwice = seen.has(awbKey(awb))
    seen.add(awbKey(awb))
    const is = hasLostDigits(awb) ? 'lost' : isTwice ? 'twice' : saidOf(parcel, desk, amount, left)
    if (is === 'right' || is === 'other') left.set(desk!.id, left.get(desk!.id)! - amount)
    const expected = desk ? (parcel?.cod ?? null) : null
    const judged = { awb, amount, is, cash: desk?.id ?? null, number: desk?.number ?? null, expected }
    return { judged, line, parcel }
  })
}

/** Two that are told apart by nothing but blanks are matched with none of both. */
function byNumber(found: readonly Found[]): Map<string, Found> {
  const known = new Map<string, Found>()
  for (const one of found) known.set(one.awb, one)
  for (const one of found) if (known.get(one.awb)?.id !== one.id) known.delete(one.awb)
  return known
}

const over: readonly string[] = ['returning', 'returned', 'lost']

function saidOf(
  parcel: Found | undefined,
  desk: CashOrder | undefined,
  amount: number,
  left: ReadonlyMap<number, number>,
): SheetSays {
  if (!parcel || (parcel.cash !== null && !desk)) return 'unknown'
  if (parcel.order === null && parcel.cod) return 'job'
  if (!desk || !parcel.cod) return 'noCash'
  if (over.includes(parcel.stage)) return 'notGiven'
  if (amount === 0) return 'nothing'
  if (parcel.stage !== 'delivered') return 'underWay'
  if (parcel.isDone || left.get(desk.id)! <= 0) return 'done'
  return amount === parcel.cod && amount <= left.get(desk.id)! ? 'right' : 'other'
}

type How = { bank: number; reference: string | null; paidOn: string | null }

/** What the courier brings it has collected: where nobody has said so yet, the sheet does. */
async function bookLine(
  { tx, create }: Deeds,
  { judged: { amount }, line, parcel }: JudgedLine,
  courier: number,
  how: How,
): Promise<void> {
  const { id: dispatch, order } = parcel!
  // What was given back out of another drawer takes nothing from what the courier had.
  const sums = await paymentSums(tx, bills.order, order!)
  const missing = amount - (sums.cash - sums.remitted)
  if (missing > 0)
    await create(payment, {
      order,
      dispatch,
      kind: 'receipt',
      amount: missing,
      courier,
      paidOn: how.paidOn,
      // More than is due is right: it is what the courier has brought.
      isOver: line.isMeant === true,
    })
  const charges = line.charges || null
  await create(payment, { ...how, order, dispatch, courier, amount, charges, kind: 'remittance', mode: 'bankTransfer' })
}
