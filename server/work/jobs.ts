import type pg from 'pg'
import { v7 } from 'uuid'
import { WORK_NAMED, type WorkState } from '#contract/calls/work.ts'
import { problem } from '#contract/problem.ts'
import { inTransaction } from '#server/lib/transaction.ts'
import type { Deed } from './wishes.ts'

type Pool = pg.Pool

/** A work as the table keeps it. */
export type Job = {
  id: string
  author: number
  module: string
  action: string
  wish: Omit<Deed, 'action'>
  undoOf: string | null
  confirmed: boolean
  requestId: string | null
  total: number
  done: number
}

export const jobColumns = `id, author, module, action, wish, undo_of as "undoOf", confirmed, request_id as "requestId", total, done`

export type Start = Pick<Job, 'author' | 'module' | 'confirmed' | 'requestId'> & { deed: Deed }

/** How long ago a work may have ended to be undone. */
const UNDO_DAYS = 30
const KEPT_DAYS = 60

const insertJob = `insert into work_job (id, author, module, action, wish, undo_of, confirmed, request_id, total)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/** Writes down a work on these records, ready to be taken up. */
export const startJob = (pool: Pool, { deed, ...start }: Start, ids: readonly number[]): Promise<string> =>
  inTransaction(pool, async client => {
    const id = v7()
    const { action, ...wish } = deed
    const { author, module, confirmed, requestId } = start
    await client.query(insertJob, [id, author, module, action, wish, null, confirmed, requestId, ids.length])
    await client.query(
      `insert into work_item (job, nr, record)
       select $1, place, record from unnest($2::int8[]) with ordinality as meant (record, place)`,
      [id, ids],
    )
    return id
  })

/** The same for what another work did: undoing what it changed, or trying again what failed. */
async function startFrom(
  pool: Pool,
  from: Job,
  means: Pick<Start, 'confirmed' | 'requestId'>,
  action: string,
  outcome: 'changed' | 'failed',
): Promise<string> {
  return inTransaction(pool, async client => {
    const id = v7()
    const { rows } = await client.query<{ n: number }>(
      'select count(*) as n from work_item where job = $1 and outcome = $2',
      [from.id, outcome],
    )
    const undoOf = action === 'undo' ? from.id : null
    const { confirmed, requestId } = means
    const values = [id, from.author, from.module, action, from.wish, undoOf, confirmed, requestId, rows[0]!.n]
    await client.query(insertJob, values)
    await client.query(
      `insert into work_item (job, nr, record)
       select $1, row_number() over (order by nr), record from work_item where job = $2 and outcome = $3`,
      [id, from.id, outcome],
    )
    return id
  })
}

/** Undoes a work, once: whoever asks again is told of the same undoing. */
export async function undoJob(pool: Pool, job: Job, means: Pick<Start, 'confirmed' | 'requestId'>): Promise<string> {
  const [state] = await statesOf(pool, job.author, job.id)
  if (state?.undoneBy) return state.undoneBy
  if (!state?.undoable) throw problem('not-now', 'This cannot be undone.')
  return startFrom(pool, job, means, 'undo', 'changed').catch(async (error: { code?: string }) => {
    const [now] = error.code === '23505' ? await statesOf(pool, job.author, job.id) : []
    if (now?.undoneBy) return now.undoneBy
    throw error
  })
}

/** Tries again what failed. */
export async function retryJob(pool: Pool, job: Job, means: Pick<Start, 'confirmed' | 'requestId'>): Promise<string> {
  const [state] = await statesOf(pool, job.author, job.id)
  if (!state || state.state === 'running' || state.action === 'undo' || state.failedCount === 0)
    throw problem('not-now', 'There is nothing to try again.')
  return startFrom(pool, job, means, job.action, 'failed')
}

/** A work of this person's; nobody else is told that there is one. */
export async function jobOf(pool: Pool, author: number, id: string): Promise<Job> {
  const { rows } = await pool.query<Job>(`select ${jobColumns} from work_job where id = $1 and author = $2`, [
    id,
    author,
  ])
  if (!rows[0]) throw problem('not-found', 'This work does not exist.')
  return rows[0]
}

/** Stops after the step that is under way. What was done stays done. */
export const cancelJob = (pool: Pool, { id }: Job) =>
  pool.query(`update work_job set state = 'cancelled', finished_at = now() where id = $1 and state = 'running'`, [id])

/** How one work stands, or all of this person's that run or ended within a day. */
export async function statesOf(pool: Pool, author: number, id: string | null): Promise<WorkState[]> {
  const { rows } = await pool.query<Omit<WorkState, 'args' | 'add' | 'remove'> & { wish: Omit<Deed, 'action'> }>(
    `select j.id, j.module, j.action, j.wish, j.state, j.message, j.total, j.done, j.changed, j.unchanged,
       j.failed as "failedCount", j.undo_of as "undoOf", u.id as "undoneBy",
       j.created_at as "startedAt", j.finished_at as "finishedAt",
       j.state <> 'running' and j.changed > 0 and u.id is null and j.action in ('change', 'archive', 'restore', 'undo')
         and j.created_at > now() - interval '${UNDO_DAYS} days' as undoable,
       coalesce((select json_agg(json_build_object('id', record, 'title', title, 'message', told.message) order by nr)
         from (select * from work_item where job = j.id and message is not null order by nr limit ${WORK_NAMED}) as told), '[]') as failed
     from work_job j left join work_job u on u.undo_of = j.id
     where j.author = $1 and case when $2::uuid is null
       then j.state = 'running' or j.finished_at > now() - interval '1 day' else j.id = $2 end
     order by j.created_at desc, j.id desc limit 20`,
    [author, id],
  )
  return rows.map(({ wish, ...state }) => ({ ...state, ...wish }))
}

/** All that a work has to say about single records, in order. */
export async function* reportOf(
  pool: Pool,
  id: string,
): AsyncGenerator<{ id: number; title: string; message: string }[]> {
  let after = 0
  for (;;) {
    const { rows } = await pool.query<{ nr: number; id: number; title: string; message: string }>(
      `select nr, record as id, coalesce(title, '') as title, message from work_item
       where job = $1 and nr > $2 and message is not null order by nr limit 1000`,
      [id, after],
    )
    if (rows.length === 0) return
    after = rows.at(-1)!.nr
    yield rows
  }
}

/** Forgets works that can be undone no more. */
export const tidyJobs = (pool: Pool) =>
  pool.query(
    `delete from work_job where state <> 'running' and created_at < now() - interval '${KEPT_DAYS} days'
       and not exists (select 1 from work_job as later where later.undo_of = work_job.id and later.state = 'running')`,
  )
