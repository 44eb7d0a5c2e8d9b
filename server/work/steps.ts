import { v5 } from 'uuid'
import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { problem, Problem } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import type { Ask, Wish } from '#server/crud/behaviour.ts'
import { layoutOf } from '#server/crud/columns.ts'
import { execute } from '#server/crud/ledger.ts'
import type { Written } from '#server/crud/routes.ts'
import type { Tx } from '#server/crud/store.ts'
import { databaseProblem } from '#server/lib/outage.ts'
import { actorNow } from '#server/lib/people.ts'
import type { Job } from './jobs.ts'
import { doneBy, wishToUndo, type Entry } from './undo.ts'
import { sentenceOf, titleOf, wishFor } from './wishes.ts'

/** Records of one transaction: they are held no longer than a person notices. */
const STEP = 25
/** Seconds after which the work of a process that says nothing more is taken over. */
export const PATIENCE = 15

type Item = { nr: number; record: number }
type Outcome = {
  outcome: 'changed' | 'unchanged' | 'failed'
  version?: number | null
  message?: string
  title?: string | null
}

export type Means = Written & { worker: string; report: (error: unknown, job: Job, record: number) => void }

/** One intent has one key for life, so that no restart does anything twice. */
export const midOf = (job: string, nr: number) => v5(String(nr), job)

/**
 * The next few records of a work, in one transaction with what is noted about them. Answers whether there are more;
 * null where the work is no longer ours.
 */
export function step(means: Means, job: Job, module: Module, author: Actor): Promise<{ more: boolean } | null> {
  return means.store.transaction(async tx => {
    const [ours] = await tx.also<{ done: number }>(
      `update work_job set worker_until = now() + interval '${PATIENCE} s'
       where id = $1 and worker = $2 and state = 'running' returning done`,
      [job.id, means.worker],
    )
    if (!ours) return null
    const items = await tx.also<Item>(
      'select nr, record from work_item where job = $1 and nr > $2 order by nr limit $3',
      [job.id, ours.done, STEP],
    )
    const rows = await holdAll(tx, module, items)
    // Holding them may have taken a while.
    const actor = await actorNow({ also: tx.also, hasWaited: () => true }, means.writer.register, author)
    const before =
      job.action === 'undo'
        ? await doneBy(
            tx,
            module,
            items.map(({ record }) => record),
            await keysOf(tx, job, items),
          )
        : null
    const held = holding(tx, rows)
    const outcomes: (Item & Outcome)[] = []
    for (const item of items) {
      const asTheyWere = new Map(rows)
      const outcome = await one({ ...means, tx: held, job, module, actor, before }, item, rows)
      // What it wrote before it was refused has been taken back.
      if (outcome.outcome === 'failed') for (const [id, row] of asTheyWere) rows.set(id, row)
      outcomes.push({ ...item, ...outcome })
    }
    const done = ours.done + items.length
    await note(tx, job, outcomes, done >= job.total)
    return { more: done < job.total }
  })
}

/** All of a step's records, held in the one order that everybody keeps. */
async function holdAll(tx: Tx, module: Module, items: Item[]): Promise<Map<number, Row>> {
  const ids = items.map(({ record }) => record)
  await tx.also(`select id from ${layoutOf(module).table} where id = any($1) order by id for update`, [ids])
  return new Map((await tx.find(module, ids)).map(row => [row.id, row]))
}

/**
 * The same transaction for those who go through records that it holds already: they are not read again, and what became
 * of an intent that went well is not written down a second time; nobody will ask.
 */
const holding = (tx: Tx, rows: Map<number, Row>): Tx => ({
  ...tx,
  load: async (module, id) => rows.get(id) ?? (await tx.load(module, id)),
  async update(module, row, changes, context) {
    const written = await tx.update(module, row, changes, context)
    if (rows.has(written.id)) rows.set(written.id, written)
    return written
  },
  settle: async (mid, outcome) => (outcome.status === 'applied' ? undefined : tx.settle(mid, outcome)),
})

type Step = Means & { tx: Tx; job: Job; module: Module; actor: Actor; before: ReadonlyMap<number, Entry> | null }

async function one(step: Step, { nr, record }: Item, rows: ReadonlyMap<number, Row>): Promise<Outcome> {
  const { tx, job, module, actor } = step
  const row = rows.get(record)
  const title = row && inScope(module, row, actor) ? titleOf(module, actor, row) : null
  try {
    if (!row) throw problem('not-found', 'This record does not exist.')
    const { wish, remains } = wishOf(step, row, midOf(job.id, nr))
    if (!wish) return remains ? { outcome: 'failed', title, message: remains } : { outcome: 'unchanged' }
    const from = { device: null, request: job.requestId, offline: false, confirmed: job.confirmed }
    const ask: Ask = { wish, actor, ...from }
    const done = await tx.savepoint(() => execute(step.writer, tx, ask))
    if ('problem' in done) {
      const { code, message, ...details } = done.problem
      if (code === 'key-reuse') return await doneBefore(tx, wish.mid)
      return { outcome: 'failed', title, message: sentenceOf({ message, details }) }
    }
    const version = 'version' in done ? done.version : null
    if (version === row.version) return { outcome: 'unchanged' }
    return { outcome: 'changed', version, ...(remains ? { title, message: remains } : {}) }
  } catch (error) {
    if (error instanceof Problem) return { outcome: 'failed', title, message: sentenceOf(error) }
    // The database is not there, or two stood in each other's way: all of the step is tried again.
    if (databaseProblem(error)) throw error
    step.report(error, job, record)
    return { outcome: 'failed', title, message: 'Something went wrong here; it is written down for the administrator.' }
  }
}

/** The key is of this work alone: it was used by an attempt that did not come to note what it had done. */
async function doneBefore(tx: Tx, mid: string): Promise<Outcome> {
  const { status, result } = (await tx.mutation(mid)) ?? {}
  if (status === 'applied') return { outcome: 'changed', version: null }
  const { problem } = (result ?? {}) as { problem?: { message: string } }
  return { outcome: 'failed', message: problem?.message ?? 'This was refused before.' }
}

const wishOf = ({ job, module, before }: Step, row: Row, mid: string): { wish: Wish | null; remains?: string } =>
  before
    ? wishToUndo(module, row, before.get(row.id), mid)
    : { wish: wishFor(module, { action: job.action, ...job.wish }, row, mid) }

/** The keys under which the work that is undone wrote these records. */
async function keysOf(tx: Tx, { undoOf }: Job, items: Item[]): Promise<string[]> {
  const records = items.map(({ record }) => record)
  const first = await tx.also<{ nr: number }>('select nr from work_item where job = $1 and record = any($2)', [
    undoOf,
    records,
  ])
  return first.map(({ nr }) => midOf(undoOf!, nr))
}

async function note(tx: Tx, job: Job, outcomes: (Item & Outcome)[], isLast: boolean) {
  const column = <T>(value: (item: Item & Outcome) => T) => outcomes.map(value)
  await tx.also(
    `update work_item as item set outcome = told.outcome, version = told.version, title = told.title, message = told.message
     from unnest($2::int[], $3::text[], $4::int[], $5::text[], $6::text[]) as told (nr, outcome, version, title, message)
     where item.job = $1 and item.nr = told.nr`,
    [
      job.id,
      column(({ nr }) => nr),
      column(({ outcome }) => outcome),
      column(({ version }) => version ?? null),
      column(({ title }) => title ?? null),
      column(({ message }) => message ?? null),
    ],
  )
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  await tx.also(
    `update work_job set done = done + $2, changed = changed + $3, unchanged = unchanged + $4, failed = failed + $5,
       state = case when $6::boolean then 'done' else state end, finished_at = case when $6::boolean then now() end
     where id = $1`,
    [job.id, outcomes.length, count('changed'), count('unchanged'), count('failed'), isLast],
  )
}
