import { sql, type Kysely } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { SNAPSHOT_LIMIT, type SnapshotAnswer } from '#contract/calls/sync.ts'
import { mineFilter, recentFrom, type Whose } from '#contract/keep.ts'
import { isList } from '#contract/list.ts'
import { snake, tableOf, type Module, type Register } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { holds, scopeFilter } from '#contract/rules.ts'
import { stagesSeen, visibleRow } from '#contract/seen.ts'
import type { Tables } from '#server/db/tables.ts'
import { readClock } from './clock.ts'
import { holdingsOf, type Holdings } from './holdings.ts'
import { readRows, type Found } from './read-records.ts'
import { withReferred, type Shown } from './referred.ts'

/**
 * Where a load stands. Epoch and seq stay those of its first page: whatever changes meanwhile is found by the pull that
 * goes on from there, be it a row or a restore. What the person may hold is said with every page: rights that went and came
 * back before that pull leave no other trace of the pages between.
 */
type Place = { epoch: string; seq: number; table: string; id: number }

const write = (place: Place) => [place.epoch, place.seq, place.table, place.id].join('~')

function read(after: string): Place {
  // A load that an earlier build of the server began has a third part.
  const [, epoch = '', seq, table = '', id] =
    /^([0-9a-f-]{36})~(\d{1,16})~(?:[\w-]{16}~)?([a-z_]{1,60})~(\d{1,16})$/.exec(after) ?? []
  if (!epoch) throw problem('invalid', 'This is no place in a snapshot', { fields: { after: 'Unknown' } })
  return { epoch, seq: Number(seq), table, id: Number(id) }
}

/** One page of everything that belongs on this person's devices: settings lists first, then what is theirs. */
export async function snapshot(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
  after: string | undefined,
  now: Date,
): Promise<SnapshotAnswer> {
  const held = holdingsOf(register, actor)
  const tables = tablesOf(register, held)
  // The clock is read before any row: a change that the rows may miss has a later number.
  const start = after === undefined ? { ...(await readClock(db)), table: tables[0]!, id: 0 } : read(after)
  const rows: SnapshotAnswer['rows'] = []
  let next: string | null = null
  for (const table of tables.slice(Math.max(0, tables.indexOf(start.table)))) {
    const wanted = SNAPSHOT_LIMIT - rows.length
    const found = await readTable(db, register, actor, table, table === start.table ? start.id : 0, wanted, now)
    rows.push(...found.map(({ module, row }) => ({ t: module.name, id: row.id, v: row.version, row })))
    if (found.length < wanted) continue
    next = write({ ...start, table, id: rows.at(-1)!.id })
    break
  }
  rows.push(...(await withReferred(db, register, actor, held.names, rows as Shown[])))
  return { epoch: start.epoch, seq: start.seq, groups: held, rows, next }
}

/** The tables with rows for this person: lists, what is theirs, what was touched lately, and then all that is kept whole. */
const tablesOf = (register: Register, held: Holdings): string[] => {
  const modules = Object.values(register).filter(module => holds(held.names, module))
  return [...new Set(modules.toSorted((a, b) => turn(a) - turn(b)).map(tableOf))]
}

const turns = ['mine', 'recent', 'all', 'none']
const turn = (module: Module): number => (isList(module) ? -1 : turns.indexOf(module.offline.keep))

async function readTable(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
  table: string,
  after: number,
  limit: number,
  now: Date,
): Promise<Found[]> {
  const module = Object.values(register).find(module => tableOf(module) === table)!
  const kept = keptBy(module, actor, now)
  if (kept === null) return []
  const found = await readRows(
    db,
    register,
    module,
    sql`id > ${after} ${ofRegister(register, module)} ${kept} order by id limit ${limit}`,
  )
  return found.map(({ module, row }) => ({ module, row: visibleRow(module, row, actor) }))
}

/** Of the table in which all lists lie: items of lists that this build knows. */
export const ofRegister = (register: Register, module: Module) =>
  isList(module) ? sql`and list = any(${Object.keys(register)}::text[])` : sql``

/** Which rows of a module belong on this person's devices, as `and …`; null for none. */
export function keptBy(module: Module, actor: Actor, now: Date) {
  const scope = isList(module) ? null : scopeFilter(module, actor)
  if (scope === 'none') return null
  const own = scope ? sql`and ${theirs(scope)}` : sql``
  const stages = stagesSeen(module, actor)
  const there = stages ? sql`and stage = any(${stages}::text[])` : sql``
  return isList(module) ? own : sql`${own} ${there} ${keptInPart(module, actor, now)}`
}

const theirs = ({ fields, value }: Whose) =>
  sql`(${sql.join(
    fields.map(field => sql`${sql.ref(snake(field))} = ${value}`),
    sql` or `,
  )})`

/** isKept() of the contract, as SQL. */
function keptInPart(module: Module, actor: Actor, now: Date) {
  const { keep, open } = module.offline
  if (keep !== 'recent' && keep !== 'mine') return sql``
  const mine = keep === 'mine' ? mineFilter(module, actor) : null
  if (keep === 'mine' && !mine) return sql`and false`
  const own = mine ? sql`and ${theirs(mine)}` : sql``
  return keep === 'mine' && !open ? own : sql`${own} and ${openOrRecent(open ?? [], now)}`
}

function openOrRecent(open: readonly string[], now: Date) {
  const recent = sql`updated_at >= ${recentFrom(now.getTime())}::timestamptz`
  return open.length === 0 ? recent : sql`(${recent} or (stage = any(${open}::text[]) and archived_at is null))`
}
