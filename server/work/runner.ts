import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { can, mayMove } from '#contract/rules.ts'
import type { Written } from '#server/crud/routes.ts'
import { daily } from '#server/lib/daily.ts'
import { isOutage, isPassing } from '#server/lib/outage.ts'
import { findActor } from '#server/lib/people.ts'
import { jobColumns, tidyJobs, type Job } from './jobs.ts'
import { PATIENCE, step, type Means } from './steps.ts'

/** How often it is looked whether another process has left work behind. */
const LOOK_AROUND = 5_000
/** Nobody's work keeps another's waiting longer than this. */
const TURN = 1_000

export type Runner = {
  /** There is work: somebody has just started some. */
  wake(): void
  close(): Promise<void>
}

type Tell = (error: unknown, message: string, details?: object) => void

/**
 * Works through what people have asked for, step by step and one step at a time, so that requests find their turn
 * between. Every process has one; a work is one process's at a time, and another's when that one has ended.
 */
export function openRunner(pool: pg.Pool, written: Written, tell: Tell): Runner {
  const worker = randomUUID()
  const report: Means['report'] = (error, job, record) =>
    tell(error, 'A record of a bulk work failed unforeseen', { job: job.id, record })
  const means: Means = { ...written, worker, report }
  const life = { isClosing: false }
  let running: Promise<void> | null = null
  let again = false

  const claim = async (): Promise<Job | null> => {
    const { rows } = await pool.query<Job>(
      `update work_job set worker = $1, worker_until = now() + interval '${PATIENCE} s'
       where id = (select id from work_job where state = 'running' and (worker is null or worker_until < now())
         order by worker_until nulls first, created_at limit 1 for update skip locked)
       returning ${jobColumns}`,
      [worker],
    )
    return rows[0] ?? null
  }
  const release = ({ id }: Job) =>
    pool.query('update work_job set worker = null, worker_until = now() where id = $1 and worker = $2', [id, worker])
  const stop = ({ id }: Job, message: string) =>
    pool.query(
      `update work_job set state = 'stopped', message = $2, finished_at = now() where id = $1 and state = 'running'`,
      [id, message],
    )

  async function turn(job: Job): Promise<void> {
    const module = written.writer.register[job.module]
    const began = Date.now()
    try {
      while (!life.isClosing && Date.now() - began < TURN) {
        // Rights are those of now: whoever loses them in the middle goes no further.
        const actor = await findActor(pool, written.writer.register, job.author)
        const move = module?.moves?.[job.action]
        if (!module || !actor || !(move ? mayMove(module, move, actor) : can(actor, module, 'edit')))
          return void (await stop(job, 'Whoever started this has no longer the right to it.'))
        const done = await step(means, job, module, actor)
        if (!done?.more) return
        await setImmediate()
      }
    } catch (error) {
      if (isOutage(error)) throw error
      tell(error, 'A step of a bulk work has to be done again', { job: job.id })
    } finally {
      await release(job).catch(() => undefined)
    }
  }

  async function work(): Promise<void> {
    do {
      again = false
      for (let job = await claim(); job && !life.isClosing; job = life.isClosing ? null : await claim()) await turn(job)
    } while (again && !life.isClosing)
  }

  const wake = () => {
    again = true
    if (life.isClosing) return
    running ??= work()
      // There is a next time.
      .catch((error: unknown) => {
        if (!isPassing(error)) tell(error, 'Bulk work is put off')
      })
      .finally(() => (running = null))
  }
  const timer = setInterval(wake, LOOK_AROUND)
  timer.unref()
  const stopTidying = daily(() => void tidyJobs(pool).catch((error: unknown) => tell(error, 'not tidied')))
  return {
    wake,
    async close() {
      life.isClosing = true
      clearInterval(timer)
      stopTidying()
      await running
    },
  }
}
