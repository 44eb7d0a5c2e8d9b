import { sql, type Kysely } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { STUCK_LIMIT, type StuckWork } from '#contract/calls/stuck.ts'
import { splitOp } from '#contract/intent.ts'
import { migrated } from '#contract/migrate.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { problem, type Touch } from '#contract/problem.ts'
import { scopeFilter } from '#contract/rules.ts'
import { reveals, visibleRow } from '#contract/seen.ts'
import { rowFromHistory } from '#server/crud/columns.ts'
import { visibleRefusal, type Refusal } from '#server/crud/ledger.ts'
import { namesOf, withNames } from '#server/crud/names.ts'
import type { StuckIntent } from '#server/crud/store.ts'
import { historyPlace, writersText, type Writer } from '#server/crud/writers.ts'
import type { Database } from '#server/db/connect.ts'
import type { Tables } from '#server/db/tables.ts'
import { readRecords } from './read-records.ts'
import { rejectionCode } from './results.ts'
import { isInReach, mayApply, supervised } from './supervise.ts'

type Values = Record<string, unknown>
type Line = {
  mid: string
  userId: number
  op: string
  status: 'conflict' | 'rejected'
  intent: StuckIntent
  result: { problem?: Refusal } | null
  receivedAt: string
}
/** A stuck op, and the record that it is about: as it is, or as it was when somebody deleted it. */
type Seen = { line: Line; module: Module; row: Row | null; isGone: boolean }
type Place = { at: string; mid: string }

/** How many lines one request looks through, so that somebody with a narrow scope never waits for all of them. */
const WINDOW = 200
const WINDOWS = 5
/** More than this is many. */
const MANY = 100

/** A page of what is stuck of others, as far as this person may decide about it. */
export async function stuckFor(
  { kysely: db, pool }: Database,
  register: Register,
  actor: Actor,
  after: string | undefined,
): Promise<{ stuck: StuckWork[]; next: string | null }> {
  const { found, next } = await lookThrough(db, register, actor, after, STUCK_LIMIT)
  const wanted = found.flatMap(({ line, module, row, isGone }) =>
    row && !isGone ? touchedBy(module, actor, line.intent).map(field => ({ module, record: row.id, field })) : [],
  )
  const [writers, names] = [
    await writersFor(db, wanted),
    await namesOf(
      pool,
      found.map(({ line }) => line.userId),
    ),
  ]
  const stuck = found.map(seen => told(seen, actor, writers, names))
  return { stuck: await withNames(ids => namesOf(pool, ids), stuck), next }
}

async function lookThrough(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
  after: string | undefined,
  most: number,
): Promise<{ found: Seen[]; next: string | null }> {
  const found: Seen[] = []
  let place: Place | null = after === undefined ? null : read(after)
  for (let window = 0; window < WINDOWS; window++) {
    const lines = await linesOf(db, register, actor, place, WINDOW)
    for (const seen of await recordsOf(db, register, lines)) {
      place = { at: seen.line.receivedAt, mid: seen.line.mid }
      if (!isInReach(seen.module, actor, seen.line.op, seen.line.intent, seen.row)) continue
      found.push(seen)
      if (found.length === most) return { found, next: write(place) }
    }
    if (lines.length < WINDOW) return { found, next: null }
  }
  return { found, next: place && write(place) }
}

const write = ({ at, mid }: Place) => `${at}~${mid}`

function read(after: string): Place {
  const [, at, mid] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([0-9a-f-]{36})$/.exec(after) ?? []
  if (!at || !mid) throw problem('invalid', 'This is no place in the list', { fields: { after: 'Unknown' } })
  return { at, mid }
}

const ofOthers = (register: Register, actor: Actor) =>
  sql`intent is not null and user_id <> ${actor.id}
    and split_part(op, '.', 1) = any(${supervised(register, actor).map(({ name }) => name)}::text[])`

async function linesOf(db: Kysely<Tables>, register: Register, actor: Actor, place: Place | null, limit: number) {
  const further = place ? sql`and (received_at, mid) > (${place.at}::timestamptz, ${place.mid}::uuid)` : sql``
  const { rows } = await sql<Line>`
    select mid, user_id as "userId", op, status, intent, result, received_at as "receivedAt" from sync_mutation
    where ${ofOthers(register, actor)} ${further} order by received_at, mid limit ${limit}
  `.execute(db)
  return rows.map(line => ({ ...line, intent: migrated({ op: line.op, ...line.intent }) }))
}

async function recordsOf(db: Kysely<Tables>, register: Register, lines: readonly Line[]): Promise<Seen[]> {
  const named = lines.map(line => ({ line, module: register[splitOp(line.op).module]! }))
  const ids = named.flatMap(({ line, module }) =>
    line.intent.id === null ? [] : [{ entity: module.name, id: line.intent.id }],
  )
  const there = await readRecords(db, register, ids)
  const gone = await deletedRecords(
    db,
    register,
    ids.filter(({ id }) => !there.has(id)),
  )
  return named.map(({ line, module }) => {
    const id = line.intent.id ?? 0
    const row = there.get(id)?.module === module ? there.get(id)!.row : null
    return { line, module, row: row ?? gone.get(id) ?? null, isGone: row === null && gone.has(id) }
  })
}

async function deletedRecords(
  db: Kysely<Tables>,
  register: Register,
  wanted: readonly { entity: string; id: number }[],
) {
  const rows = new Map<number, Row>()
  if (wanted.length === 0) return rows
  const found = await sql<{
    entity: string
    id: number
    version: number
    by: number | null
    at: string
    before: Values
  }>`
    select entity, record_id as id, version, actor as by, at, before from record_history
    where record_id = any(${wanted.map(({ id }) => id)}::bigint[]) and action = 'delete' order by id
  `.execute(db)
  for (const { entity, id, before, ...when } of found.rows)
    if (wanted.some(one => one.id === id && one.entity === entity))
      rows.set(id, rowFromHistory(register[entity]!, before, when))
  return rows
}

/** The fields of a record that a stuck op is about, and that this person may see. */
const touchedBy = (module: Module, actor: Actor, { args }: StuckIntent): string[] =>
  Object.keys(args).filter(field => field in module.row.shape && reveals(module, field, actor))

type Wanted = { module: Module; record: number; field: string }
const keyOf = ({ record, field }: Pick<Writer, 'record' | 'field'>) => `${record} ${field}`

async function writersFor(db: Kysely<Tables>, wanted: readonly Wanted[]): Promise<Map<string, Touch>> {
  if (wanted.length === 0) return new Map()
  const asked = wanted.map(({ module, record, field }) => ({
    record,
    entity: module.name,
    field,
    ...historyPlace(module, field),
  }))
  const [before, rest] = writersText.split('$1')
  const { rows } = await sql<Writer>`${sql.raw(before!)}${JSON.stringify(asked)}${sql.raw(rest!)}`.execute(db)
  return new Map(rows.map(({ by, at, ...of }) => [keyOf(of), { by, at }]))
}

function told(
  { line, module, row, isGone }: Seen,
  actor: Actor,
  writers: ReadonlyMap<string, Touch>,
  names: ReadonlyMap<number, string>,
): StuckWork {
  const { mid, userId, op, status, intent, receivedAt } = line
  const refusal: Refusal = line.result?.problem ?? { code: 'invalid', message: '' }
  const { code, message, fields, asks } = visibleRefusal(module, refusal, { actor })
  const visible = (values: Values) => visibleRow(module, values as Row, actor) as Values
  const title = row?.[module.title] ?? intent.args[module.title]
  const theirs = touchedBy(module, actor, intent).flatMap(field => {
    const touch = row && !isGone && writers.get(keyOf({ record: row.id, field }))
    return touch ? [[field, { by: touch.by, byName: null, at: touch.at }] as const] : []
  })
  return {
    mid,
    module: module.name,
    action: splitOp(op).action,
    id: intent.id,
    title: typeof title === 'string' ? title : null,
    author: { id: userId, name: names.get(userId) ?? null },
    at: intent.queuedAt ?? receivedAt,
    receivedAt,
    status,
    ...(status === 'rejected' && { code: rejectionCode(code) }),
    message,
    ...(fields && { fields: visible(fields) as Record<string, string> }),
    ...(asks && { asks }),
    mine: visible(intent.args),
    base: intent.base && { version: intent.base.version, fields: visible(intent.base.fields) },
    row: row && !isGone ? visible(row) : null,
    theirs: Object.fromEntries(theirs),
    mayApply: !isGone && mayApply(module, actor, intent),
  }
}

/** What a device is told of stuck work with every pull: which of its person's was decided, and how much of others' waits. */
export async function stuckNews(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
): Promise<{ decided?: string[]; stuck?: number }> {
  const modules = supervised(register, actor)
  const { rows } = await sql<{ decided: string[]; stuck: number }>`
    select
      array(select mid from sync_mutation where user_id = ${actor.id} and untold order by received_at desc limit ${MANY}) as decided,
      ${modules.length === 0 ? sql`0` : sql`(select count(*) from (select 1 from sync_mutation where ${ofOthers(register, actor)} limit ${MANY}) as many)`} as stuck
  `.execute(db)
  const { decided, stuck } = rows[0]!
  const isNarrow = stuck > 0 && modules.some(module => scopeFilter(module, actor) !== null)
  return {
    ...(decided.length > 0 && { decided }),
    ...(modules.length > 0 && {
      // Somebody who sees a part of the records is told of that part.
      stuck: isNarrow ? (await lookThrough(db, register, actor, undefined, MANY)).found.length : stuck,
    }),
  }
}
