import { splitOp } from '#contract/intent.ts'
import type { Move, Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Hook, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { leaveOrder } from '#server/flows/allocation.ts'
import { refuseDispatched } from '#server/flows/dispatching.ts'
import { refuseReplacing, refuseSetAside } from '#server/flows/replacing.ts'
import { causeOf, holderAt, placeOf } from './places.ts'
import { toChange } from '#server/flows/to-change.ts'
import { warrantyOf } from './warranty.ts'

type Values = Record<string, unknown>

const actions = ['create', 'change', 'archive', 'restore', ...Object.keys(unit.moves ?? {})] as const
const each = <T>(work: T) => Object.fromEntries(actions.map(action => [action, work]))

/** Where a device goes, who has it then, what its warranty is; and what follows: stock moves, counts, the one it replaces. */
export const unitBehaviour = behaviour(unit, {
  async check(occasion) {
    const { before, row, action } = occasion
    if (row.replaces !== null && row.replaces !== before?.replaces) await refuseReplaced(occasion)
    if (before?.order && before.stage === 'allocated') refuseHeld(occasion)
    if (action === 'archive' || action in unit.moves!) await refuseDispatched(occasion)
    await refuseSetAside(occasion)
    await refuseReplacing(occasion)
    if (action === 'handBack' && row.customer === null)
      throw problem('not-now', 'This device belongs to nobody. Put it in stock.')
  },
  on: each<Hook>(stand),
  after: each(follow),
})

/** A device that is meant for an order stays what was sold, and leaves with it. */
function refuseHeld({ action, trusted, before, row }: Occasion) {
  const isOther = row.product !== before!.product || row.colour !== before!.colour
  if (!trusted && (action === 'ship' || action === 'archive' || isOther))
    throw problem('not-now', 'This device is meant for an order. Release it first.')
}

async function refuseReplaced({ tx, row }: Occasion) {
  if (row.replaces === row.id) throw invalid({ replaces: 'A device cannot replace itself.' })
  const old = await toChange(tx, unit, row.replaces as number)
  if (old?.replacedBy && old.replacedBy !== row.id)
    throw invalid({ replaces: 'Another device has taken its place already.' })
}

/** What the device itself becomes by the write. */
async function stand(occasion: Occasion): Promise<Values> {
  const { tx, before, changes, args, action } = occasion
  const house = await houseRules(tx, await doneAt(occasion))
  let row = occasion.row
  const become: Values = {}
  const take = (values: Values) => {
    Object.assign(become, values)
    row = { ...row, ...values }
  }
  // Whose it is already when we hear of it, has it.
  if (!before && row.customer !== null && !('stage' in changes)) take({ stage: 'withCustomer' })
  if (action === 'deliver')
    take({ customer: args.customer, deliveredAt: house.today, soldAt: row.soldAt ?? house.today })
  if (action === 'restock' || action === 'buyBack') take(ours)
  const hasLeft = before?.stage === 'allocated' && row.stage !== 'allocated' && row.stage !== 'shipped'
  if (hasLeft && !('order' in changes)) take({ order: null, orderLine: null })
  if (!('holder' in changes) && (!before || before.stage !== row.stage || before.customer !== row.customer))
    take({ holder: holderAt(row.stage as string, await isDealer(occasion, row)) })
  take(await warrantyOf(occasion, row, house))
  return become
}

/** What comes back to us starts anew: its history says whose it was. */
const ours: Values = {
  customer: null,
  soldAt: null,
  deliveredAt: null,
  warrantyStart: null,
  warrantyEnd: null,
  warrantyBasis: null,
  warrantyVoid: null,
  order: null,
  orderLine: null,
}

async function isDealer({ tx }: Occasion, row: Row): Promise<boolean> {
  const [owner] = row.stage === 'withCustomer' && row.customer ? await tx.find(customer, [row.customer as number]) : []
  return owner?.type === 'dealer'
}

/** What other records become by it. */
async function follow(occasion: Occasion): Promise<void> {
  const { before, row } = occasion
  if (before?.replaces !== row.replaces) await linkReplaced(occasion)
  if (ownerOf(before) !== ownerOf(row)) await recount(occasion)
  await leaveOrder(occasion)
  // What was with its customer before we heard of it has moved nowhere.
  if (before ? before.stage !== row.stage : row.stage !== 'withCustomer') await tellStock(occasion)
}

async function linkReplaced({ tx, before, row, update }: Occasion) {
  const link = async (id: unknown, to: number | null, from: number | null) => {
    const old = typeof id === 'number' ? await toChange(tx, unit, id) : null
    if (old && (old.replacedBy ?? null) === from) await update(unit, old, { replacedBy: to })
  }
  await link(before?.replaces, null, row.id)
  await link(row.replaces, row.id, null)
}

const ownerOf = (row: Row | null): unknown => (row && !row.archivedAt ? row.customer : null)

/** How many devices a customer has is kept up to date with them. */
async function recount({ tx, before, row, update }: Occasion) {
  const owners = [ownerOf(before), ownerOf(row)].filter(id => typeof id === 'number')
  for (const id of owners.sort((a, b) => a - b)) {
    const owner = await toChange(tx, customer, id)
    const [counted] = await tx.also<{ n: number }>(
      'select count(*)::int as n from unit where customer = $1 and archived_at is null',
      [id],
    )
    if (owner) await update(customer, owner, { unitCount: counted!.n })
  }
}

/** What follows from another record moves a device as people do: by the move that leads there. */
function moveOf(action: string, from: string | undefined, to: string | undefined): string {
  if (action !== 'change' || from === undefined) return action
  const found = Object.entries<Move<string>>(unit.moves!).find(([, one]) => one.to === to && one.from?.includes(from))
  return found?.[0] ?? action
}

async function tellStock(occasion: Occasion) {
  const { before, row, action, create } = occasion
  const [from, to] = [before ? placeOf(before) : 'supplier', placeOf(row)]
  if (from === to) return
  await create(stockMove, {
    unit: row.id,
    from,
    to,
    cause: causeOf(moveOf(action, before?.stage, row.stage), {
      module: splitOp(occasion.ask.wish.op).module,
      isTheirs: typeof before?.customer === 'number',
    }),
    at: await doneAt(occasion),
    madeByModule: unit.name,
    madeBy: row.id,
  })
}
