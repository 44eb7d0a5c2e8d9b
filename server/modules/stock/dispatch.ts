import { awbKey } from '#contract/awb.ts'
import { keyOf } from '#contract/codes.ts'
import type { Action } from '#contract/action.ts'
import type { MoveOf } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import { mayWriteFor } from '#contract/modules/stock/dispatch-writes.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { problem } from '#contract/problem.ts'
import { actionsOf } from '#contract/rules.ts'
import { bookingOf } from '#server/couriers/booked.ts'
import { refuseTooLong } from '#server/couriers/parcel.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { doneAt, doneBy, hasWaited } from '#server/crud/said-at.ts'
import { keepCashOrder } from '#server/flows/cash-orders.ts'
import { dispatchIn } from '#server/flows/dispatching.ts'
import { actionsWith } from '#server/flows/promise-clock.ts'
import { toChange } from '#server/flows/to-change.ts'
import { purposeFor } from './dispatch-purposes.ts'

type Values = Record<string, unknown>

/** What leaves, or is fetched: what it is for says what becomes of that by it (`dispatch-purpose.ts`). */
export const dispatchBehaviour = behaviour(dispatch, {
  async check(occasion) {
    const { action, row } = occasion
    if (action === 'archive' && row.stage !== 'cancelled' && !holdsNothing(dispatchIn(occasion)))
      throw problem('not-now', 'Only a dispatch that is cancelled can be archived.')
    refuseOthersWork(occasion)
    await refuseTakenAwb(occasion)
  },
  on: {
    create,
    async change(occasion) {
      // What follows from what it is for was judged there.
      const before = occasion.before as unknown as Dispatch
      if (occasion.trusted) return
      if ('items' in occasion.changes) await purposeFor(occasion).settle(occasion, before.items)
      if ('codAmount' in occasion.changes) await collected(occasion, dispatchIn(occasion))
    },
    async pack(occasion) {
      await purposeFor(occasion).settle(occasion)
      return { packedAt: await doneAt(occasion), packedBy: doneBy(occasion.ask) }
    },
    unpack: () => ({ packedAt: null, packedBy: null, checkedAt: null, checkedBy: null, labelledAt: null }),
    async check(occasion) {
      await purposeFor(occasion).settle(occasion)
      await purposeFor(occasion).complete(occasion)
      // What was paid since it was begun is not collected once more; from here on the label says it.
      const codAmount = await collected(occasion, dispatchIn(occasion))
      return { codAmount, checkedAt: await doneAt(occasion), checkedBy: doneBy(occasion.ask) }
    },
    async label(occasion) {
      // One that was printed without a connection is on the parcel by now.
      if (!hasWaited(occasion.ask)) await refuseTooLong(occasion.tx, dispatchIn(occasion))
      return print(occasion)
    },
    reprint: print,
    relabel,
    async handOver(occasion) {
      const purpose = purposeFor(occasion)
      await purpose.settle(occasion)
      await purpose.complete(occasion)
      await refuseOtherSum(occasion)
      await purpose.leave(occasion)
      return { handedOverAt: await doneAt(occasion), handedOverBy: doneBy(occasion.ask) }
    },
    async deliver(occasion) {
      await purposeFor(occasion).arrive(occasion)
      return { deliveredAt: await doneAt(occasion) }
    },
    turnBack: occasion => purposeFor(occasion).turnBack(occasion),
    async takeBack(occasion) {
      await purposeFor(occasion).comeBack(occasion)
      return { returnedAt: await doneAt(occasion) }
    },
    lose: occasion => purposeFor(occasion).lose(occasion),
    async cancel({ tx, row }) {
      // Whether it was booked is not always known. What then was, is taken back later.
      if (['booked', 'written'].includes((await bookingOf(tx, row.id))?.state ?? ''))
        throw problem('not-now', 'It is booked with the courier. Cancel the booking first.')
    },
  },
  after: Object.fromEntries(actionsWith(dispatch.moves).map(action => [action, tellOrder])),
})

async function tellOrder(occasion: Occasion): Promise<void> {
  await tellCourier(occasion)
  await tellMoneyDesk(occasion)
}

/** The order says who takes it and under which number: as the last of its parcels does that is not cancelled. */
async function tellCourier(occasion: Occasion): Promise<void> {
  const { before, tx, update } = occasion
  const row = dispatchIn(occasion)
  const said = (one: Dispatch | null) => JSON.stringify(isTaken(one) ? [one.courier, one.awb] : null)
  if (row.order === null || said(before as unknown as Dispatch | null) === said(row)) return
  const sale = await toChange(tx, order, row.order)
  const others = (await tx.where(dispatch, 'order', row.order)) as unknown as Dispatch[]
  const last = [...others.filter(({ id }) => id !== row.id), row]
    .filter(isTaken)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id)
    .at(-1)
  // Without the blanks that papers print, so that it is found with them and without.
  const become = { courier: last?.courier ?? null, awb: last?.awb ? awbKey(last.awb) : null }
  if (sale && (sale.courier !== become.courier || sale.awb !== become.awb)) await update(order, sale, become)
}
const isTaken = (one: Dispatch | null): one is Dispatch =>
  one !== null && one.direction === 'out' && one.stage !== 'cancelled' && one.courier !== null

/** The money desk expects nothing of what comes back, and again what goes out once more. */
async function tellMoneyDesk(occasion: Occasion): Promise<void> {
  const { before, tx } = occasion
  const row = dispatchIn(occasion)
  const told = (one: Dispatch | null) => one && JSON.stringify([one.stage, one.codAmount, one.courier, one.awb])
  if (row.order === null || row.codAmount === null || told(before as unknown as Dispatch | null) === told(row)) return
  const sale = await toChange(tx, order, row.order)
  if (sale) await keepCashOrder(occasion, sale)
}

/** A pickup that nobody has begun: no piece of an order and no device is kept for it. */
const holdsNothing = ({ stage, direction, items }: Dispatch): boolean =>
  stage === 'draft' && direction === 'pickup' && items.every(({ units }) => units.length === 0)

function refuseOthersWork({ action, actor, row, trusted }: Occasion): void {
  if (trusted) return
  const move = dispatch.moves?.[action as MoveOf<typeof dispatch>]
  const asked: Action[] = action === 'create' ? ['create'] : move ? actionsOf(move) : ['edit']
  if (!mayWriteFor(row, actor, asked)) throw problem('forbidden', 'You do not have the permission for this.')
}

async function create(occasion: Occasion): Promise<Values> {
  const begun = await purposeFor(occasion).begin(occasion)
  return { ...begun, number: await nextNumber(occasion, 'DSP') }
}

/** What it says that the courier collects, or as much of it as is still owed. */
async function collected(occasion: Occasion, row: Dispatch): Promise<number | null> {
  return row.codAmount === null ? null : purposeFor(occasion).collects(occasion, row)
}

async function print(occasion: Occasion): Promise<Values> {
  const { labelledAt, labelPrints } = dispatchIn(occasion)
  return { labelledAt: labelledAt ?? (await doneAt(occasion)), labelPrints: (labelPrints ?? 0) + 1 }
}

/** Back to where it has no label, with the sum that is owed now; nobody says that nothing is collected by saying nothing. */
async function relabel(occasion: Occasion): Promise<Values> {
  const row = dispatchIn(occasion)
  const codAmount = row.codAmount ?? (occasion.before as unknown as Dispatch).codAmount
  return { codAmount: await collected(occasion, { ...row, codAmount }), labelledAt: null }
}

/** The label says what is to be collected: somebody may have paid since it was printed. */
async function refuseOtherSum(occasion: Occasion): Promise<void> {
  const row = dispatchIn(occasion)
  const now = await collected(occasion, row)
  if (now === row.codAmount) return
  const said = `The sum to collect changed from ${amount(row.codAmount)} to ${amount(now)}: print the label anew.`
  throw invalid({ codAmount: said })
}

const amount = (sum: number | null): string => ((sum ?? 0) / 100).toFixed(2)

/** A courier gives a number once. Whoever gives the same one at the same moment waits here. */
async function refuseTakenAwb({ tx, before, row, changes, action }: Occasion): Promise<void> {
  const { id, courier, awb } = row as unknown as Dispatch
  const isNew = !before || 'awb' in changes || 'courier' in changes
  if (!isNew || awb === null || courier === null || action === 'cancel') return
  await tx.lock(`awb ${courier} ${keyOf('awb', awb)}`)
  const [other] = await tx.also<{ number: string }>(
    `select number from dispatch where courier = $1 and code_key(awb) = code_key($2) and stage <> 'cancelled' and id <> $3`,
    [courier, awb, id],
  )
  if (other) throw invalid({ awb: 'This courier’s number is on another dispatch already.' })
}
