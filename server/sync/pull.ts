import { sql, type Kysely, type Transaction } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { PULL_LIMIT, type Change, type PullAnswer, type pullCall } from '#contract/calls/sync.ts'
import type { Register, Row } from '#contract/module.ts'
import type { z } from 'zod'
import type { Tables } from '#server/db/tables.ts'
import { readClock, type Clock } from './clock.ts'
import { holdingsOf, shownTo, type Holdings } from './holdings.ts'
import { readRecords } from './read-records.ts'
import { withReferred } from './referred.ts'

export type PullQuery = z.output<(typeof pullCall)['input']>

/** How much of the feed one request looks through, so that a person with few groups never waits for all of it. */
const WINDOW = 20_000

type Touched = { seq: number; id: number; entity: string; version: number }

/** What has changed for this person since their cursor: each record once, as it is now. */
export async function pull(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
  query: PullQuery,
  now: Date,
): Promise<PullAnswer> {
  const held = holdingsOf(register, actor)
  const clock = await readClock(db)
  const reset = resetOf(clock, held, query)
  const answer: PullAnswer = {
    epoch: clock.epoch,
    seq: reset ? 0 : query.seq,
    more: false,
    ...(query.groups === held.hash ? {} : { groups: held }),
    changes: [],
    serverTime: now.toISOString(),
    ...(reset ? { reset } : {}),
  }
  if (reset || query.seq === clock.seq) return answer
  // One picture of the database: a row must not be older than the change that names it.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      if (await isTooOld(trx, query.seq)) return { ...answer, seq: 0, reset: 'too_old' as const }
      const page = await readPage(trx, held, query.seq)
      return { ...answer, seq: page.seq, more: page.more, changes: await changesOf(trx, register, actor, held, page) }
    })
}

function resetOf(clock: Clock, held: Holdings, query: PullQuery): PullAnswer['reset'] {
  const isNew = query.seq === 0
  if (query.epoch !== clock.epoch && !(isNew && query.epoch === undefined)) return 'epoch'
  // A cursor ahead of the clock saw a future that a restore took back.
  if (query.seq > clock.seq) return 'epoch'
  if (query.groups !== held.hash && !(isNew && query.groups === undefined)) return 'groups'
}

/** Has the device seen a future of this very life of the database? Then that has gone back in time, and nobody has said so. */
export const isAhead = (query: PullQuery, { epoch, reset }: PullAnswer): boolean =>
  reset === 'epoch' && epoch === query.epoch

/** The feed has no gaps, so it is whole if it begins right behind the cursor. */
async function isTooOld(trx: Transaction<Tables>, seq: number): Promise<boolean> {
  const next = await trx
    .selectFrom('syncChange')
    .select('seq')
    .where('seq', '=', seq + 1)
    .executeTakeFirst()
  return next === undefined
}

type Page = { touched: Touched[]; seq: number; more: boolean }

async function readPage(trx: Transaction<Tables>, held: Holdings, after: number): Promise<Page> {
  const clock = await readClock(trx)
  const until = Math.min(after + WINDOW, clock.seq)
  const touched = await trx
    .selectFrom('syncChange')
    .select(['seq', 'id', 'entity', 'version'])
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .where(
      sql<boolean>`(groups_before && ${sql.val(held.names)}::text[] or groups_after && ${sql.val(held.names)}::text[])`,
    )
    .orderBy('seq')
    .limit(PULL_LIMIT)
    .execute()
  const seq = touched.length < PULL_LIMIT ? until : touched.at(-1)!.seq
  return { touched, seq, more: seq < clock.seq }
}

async function changesOf(
  trx: Transaction<Tables>,
  register: Register,
  actor: Actor,
  held: Holdings,
  page: Page,
): Promise<Change[]> {
  const last = new Map(page.touched.map(change => [change.id, change]))
  const found = await readRecords(trx, register, [...last.values()])
  const changes = [...last.values()].map(({ id, entity, version }): Change => {
    const record = found.get(id)
    // A deleted record's last version is the one the device has; one more makes the end newer than it.
    if (!record) return { t: entity, id, v: version + 1, gone: true }
    const row = shownTo(actor, held.names, record.module, record.row)
    const v = record.row.version
    return row ? { t: record.module.name, id, v, row } : { t: record.module.name, id, v, gone: true }
  })
  const rows = changes.flatMap(change => ('row' in change ? [{ ...change, row: change.row as Row }] : []))
  return [...changes, ...(await withReferred(trx, register, actor, held.names, rows))]
}
