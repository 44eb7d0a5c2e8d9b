import { GAP, isList } from '#contract/list.ts'
import { splitOp } from '#contract/intent.ts'
import { groupBy } from '#contract/group-by.ts'
import { merge } from '#contract/merge.ts'
import { migrated } from '#contract/migrate.ts'
import { allFields, type Module, type Register, type Row } from '#contract/module.ts'
import { moveEffect } from '#contract/move-effect.ts'
import { withStamps } from '#contract/stamps.ts'
import { CURSOR, isKeepable, LOAD, readMetas, storeName, type Cursor, type Kept, type Load } from '../user-db.ts'
import type { Stores } from '../stores.ts'
import { isOpen, saidAt, type OutboxOp } from './op.ts'
import { soundOps } from './sound.ts'

/** Does the person still want it? */
const counts = (op: OutboxOp) => isOpen(op) && op.state !== 'cancelling'

/** The record as the person sees it: as the server has it, and on top what they did since, in their order. */
export const fold = (module: Module, base: Row | null, ops: readonly OutboxOp[]): Row | null =>
  ops.filter(counts).reduce((row, op) => step(module, row, migrated(op)), base)

function step(module: Module, row: Row | null, op: OutboxOp): Row | null {
  const { action } = splitOp(op.op)
  const at = new Date(saidAt(op)).toISOString()
  const by = { updatedAt: at, updatedBy: op.userId }
  // What the server has already is the newer word on a record that was just made here.
  if (action === 'create') return row ?? withDerived(module, { ...freshRow(module, op, at), ...by })
  if (!row) return null
  return withDerived(module, { ...row, ...changesOf(module, row, op, at), ...by })
}

const withDerived = (module: Module, row: Row): Row => (module.derive ? { ...row, ...module.derive(row) } : row)

function freshRow(module: Module, { id, args, userId }: OutboxOp, at: string): Row {
  const blank = blankOf(module)
  const said = Object.entries(args).filter(([name]) => name in blank)
  return {
    ...withStamps(module, null, { ...blank, ...Object.fromEntries(said) }, { id: userId, now: at, waited: true }),
    id,
    version: 0,
    createdAt: at,
    createdBy: userId,
    updatedAt: at,
    updatedBy: userId,
    archivedAt: null,
    ...(module.stages && { stage: module.stages[0]! }),
  }
}

const blanks = new WeakMap<Module, Record<string, unknown>>()

/** A record of which nobody has said anything: asking every field what it begins with takes longer than the rest of a row. */
export function blankOf(module: Module): Record<string, unknown> {
  const known = blanks.get(module)
  if (known) return known
  const fields = Object.entries(allFields(module)).map(([name, field]) => [
    name,
    field.safeParse(undefined).data ?? null,
  ])
  const blank = Object.fromEntries(fields) as Record<string, unknown>
  blanks.set(module, blank)
  return blank
}

/** Both sides' words where they fit together, else this person's. */
function changesOf(
  module: Module,
  row: Row,
  { op, args, base, userId }: OutboxOp,
  at: string,
): Record<string, unknown> {
  const { action } = splitOp(op)
  if (action === 'archive') return { archivedAt: row.archivedAt ?? at }
  if (action === 'restore') return { archivedAt: null }
  const move = module.moves?.[action]
  if (!move) {
    const merged = merge(module, base?.fields ?? {}, row, args)
    return withStamps(module, row, merged.ok ? merged.changes : args, { id: userId, now: at, waited: true })
  }
  // Somebody who was there first stays named.
  const by = move.to && move.to !== row.stage && module.stageBy?.[move.to]
  return { ...moveEffect(module, action, row, args, { id: userId, now: at }), ...(by && { [by]: userId }) }
}

/** A kept row with its open ops folded in; null where nothing of it is left. `base` is what the server says of it. */
export function withOps(module: Module, kept: Kept, base: Row | null, ops: readonly OutboxOp[]): Kept | null {
  const { base: _, ...rest } = kept
  const open = ops.filter(isOpen)
  const row = inItsPlace(module, open.length > 0 ? fold(module, base, ops) : base, kept.row)
  // That the server said of a record that it is gone is remembered for a while; that it never knew of it is not.
  if (row === null && open.length === 0 && kept.goneAt === undefined) return null
  return { ...rest, row, on: isOn(module, row), ...(open.length > 0 && { base }) }
}

export const isOn = (module: Module, row: Row | null): 0 | 1 =>
  row && !row.archivedAt && !(isList(module) && row.active === false) ? 1 : 0

export const serverRow = (kept: Kept | undefined): Row | null =>
  kept === undefined ? null : kept.base === undefined ? kept.row : kept.base

const nameOf = (lane: string) => lane.slice(0, lane.indexOf(':'))

const hasNoPlace = (module: Module, row: Row) => isList(module) && (row.position ?? null) === null

/** A new item of a list stays where it was put here until the server gives it its place. */
const inItsPlace = (module: Module, row: Row | null, before: Row | null): Row | null =>
  row && before && hasNoPlace(module, row) ? { ...row, position: before.position ?? null } : row

/** Until then it stands where the server will put it: behind the others. `beside`: what is about to be written with it. */
async function atTheEnd(stores: Stores, module: Module, kept: Kept, beside: readonly Kept[]): Promise<Kept> {
  if (!kept.row || !hasNoPlace(module, kept.row)) return kept
  const there = await stores.find<Kept>('lists', 't', module.name, module.name)
  const others = [...there, ...beside].filter(({ t, id }) => t === module.name && id !== kept.id)
  const position = GAP + Math.max(0, ...others.map(({ row }) => Number(row?.position ?? 0)))
  return { ...kept, row: { ...kept.row, position } }
}

/** The rows of some lanes as they lie on this device, and the load that what is written now belongs to. */
export type KeptRows = { of: ReadonlyMap<string, Kept | undefined>; g: number }

/** Reads the rows in one way to the disk: a step that knows its lanes can ask beside whatever else it reads. */
export async function rowsOf(stores: Stores, register: Register, lanes: readonly string[]): Promise<KeptRows['of']> {
  const asked = [...groupBy(placesOf(register, lanes), ({ module }) => storeName(module))]
  const found = await Promise.all(
    asked.map(([store, places]) =>
      stores.get<Kept>(
        store,
        places.map(({ id }) => id),
      ),
    ),
  )
  return new Map(asked.flatMap(([, places], at) => places.map(({ lane }, n) => [lane, found[at]![n]] as const)))
}

/** What says which load is under way, or else the last finished one. */
export const LOADS = [LOAD, CURSOR]
export const generation = (metas: ReadonlyMap<string, unknown>): number =>
  LOADS.map(key => metas.get(key) as Load | Cursor | undefined).find(Boolean)?.g ?? 0

async function keptRows(stores: Stores, register: Register, lanes: readonly string[]): Promise<KeptRows> {
  const [of, metas] = await Promise.all([rowsOf(stores, register, lanes), readMetas(stores, LOADS)])
  return { of, g: generation(metas) }
}

/** Where the records of lanes lie, of those that this device keeps. */
const placesOf = (register: Register, lanes: Iterable<string>) =>
  [...new Set(lanes)].flatMap(lane => {
    const module = register[nameOf(lane)]
    return module && isKeepable(module) ? [{ lane, module, id: Number(lane.slice(module.name.length + 1)) }] : []
  })

/**
 * Brings the rows of these lanes up to date with their ops, inside the caller's transaction, and answers them. `ops`: all
 * of these lanes. `seen`: rows as their person saw them, for records that the device does not keep yet. `rows`: what lies
 * there, where the caller has read it.
 */
export async function refold(
  stores: Stores,
  register: Register,
  lanes: readonly string[],
  ops: readonly OutboxOp[],
  seen: readonly { t: string; row: Row }[] = [],
  rows?: KeptRows,
): Promise<ReadonlyMap<string, Row | null>> {
  const opsOf = groupBy(inPlace([...ops]), ({ lane }) => lane)
  const { of, g } = rows ?? (await keptRows(stores, register, lanes))
  const shown = new Map<string, Row | null>()
  const concerned = groupBy(placesOf(register, lanes), ({ module }) => storeName(module))
  const writing = [...concerned].map(async ([store, places]) => {
    const writes: Kept[] = []
    const leaving: number[] = []
    for (const { lane, module, id } of places) {
      const own = opsOf.get(lane) ?? []
      const first = seen.find(one => one.t === module.name && one.row.id === id)?.row ?? null
      const kept = of.get(lane)
      const known = kept && hasLeft(kept, first) ? undefined : kept
      if (!known && !own.some(isOpen)) continue
      const before: Kept = known ?? { id, t: module.name, v: first?.version ?? 0, g, on: 0, row: first }
      const folded = withOps(module, before, serverRow(before), own)
      // Of what is not here nobody has said anything: an empty place would look like a record that is gone.
      if (!known && !folded?.row) continue
      const after = folded && (await atTheEnd(stores, module, folded, writes))
      shown.set(lane, after?.row ?? null)
      if (after) writes.push(after)
      else leaving.push(id)
    }
    await Promise.all([
      writes.length > 0 && stores.put(store, writes),
      leaving.length > 0 && stores.delete(store, leaving),
    ])
  })
  await Promise.all(writing)
  return shown
}

/** It left this device, as what one passes on does, and its person has seen it at the server as it was then, or is since. */
const hasLeft = ({ v, row, base, goneAt }: Kept, seen: Row | null): boolean =>
  goneAt !== undefined && row === null && !base && seen !== null && seen.version >= v

/** A lane's ops in their order, whatever became of them. */
export const laneOps = async (stores: Stores, lane: string): Promise<OutboxOp[]> =>
  inPlace(soundOps(await stores.find('outbox', '[lane+ord]', [lane, -Infinity], [lane, Infinity])))

export const inPlace = (ops: OutboxOp[]): OutboxOp[] => ops.sort((a, b) => a.ord - b.ord || a.seq - b.seq)
