import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { stageAllows } from '#contract/record-rules.ts'
import { readPage } from '#src/data/list-pages.ts'
import { queryRows } from '#src/data/local-query.ts'
import { isUnanswered } from '#src/offline/unreachable.ts'
import { keptTable, type UserDb } from '#src/offline/user-db.ts'

/** What the open jobs on a device say of taking it in. `unknown`: nobody can be asked now. */
export type FoundJob =
  | { is: 'awaited'; job: Maintenance }
  /** It is with us for this one already, or is worked on where it stands. */
  | { is: 'here' | 'onSite'; job: Maintenance }
  | { is: 'several' | 'none' | 'unknown' }

const open = maintenance.offline.open ?? []
/** As many as one device has at a time, and more. */
const MOST = 20
/** Whoever holds the device waits no longer for an answer, in ms. */
const PATIENCE = 5_000

export const isAwaited = (job: Maintenance): boolean => stageAllows(maintenance.moves!.receive, job)

/** Of the open jobs the one that waits for the device; of several nobody chooses one unasked. */
export function awaitedOf(jobs: readonly Maintenance[]): FoundJob {
  const awaited = jobs.filter(isAwaited)
  if (awaited.length > 1) return { is: 'several' }
  if (awaited[0]) return { is: 'awaited', job: awaited[0] }
  const [job] = jobs
  if (!job) return { is: 'none' }
  return { is: job.serviceMode === 'onSite' ? 'onSite' : 'here', job }
}

/** The job that a scanned device is awaited for: as the server knows them, and as this device has changed them since. */
export async function findJob(db: UserDb | null, device: number): Promise<FoundJob> {
  const query = { filter: { unit: [device], stage: open } }
  const kept = db ? (await keptTable(db, maintenance).toArray()).flatMap(({ row }) => row ?? []) : []
  const here = new Map(kept.map(row => [row.id, row]))
  const signal = AbortSignal.timeout(PATIENCE)
  let isAsked = true
  try {
    const { rows } = await readPage(maintenance, query, { after: null, limit: MOST }, signal)
    for (const row of rows) if (!here.has(row.id)) here.set(row.id, row)
  } catch (error) {
    if (!isUnanswered(error) && !signal.aborted) throw error
    isAsked = false
  }
  const found = awaitedOf(queryRows(maintenance, [...here.values()], query) as unknown as Maintenance[])
  return found.is === 'none' && !isAsked ? { is: 'unknown' } : found
}
