import type pg from 'pg'
import { isLate } from '#contract/modules/service/job-clock.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'

type Means = { pool: pg.Pool; written: Written }

/** Notes what has become late since the last look; the task follows from that. Once for a job and its stage. */
export async function noteLateJobs({ pool, written }: Means): Promise<void> {
  const now = written.writer.now()
  const { rows } = await pool.query<{ id: number; author: number }>(
    `select id, created_by as author from maintenance
     where due_at < $1 and late_since is null and archived_at is null order by due_at limit 50`,
    [now],
  )
  for (const { id, author } of rows)
    await byServer(written, { actor: author, request: null }, async ({ load, update }) => {
      const row = await load(maintenance, id)
      const job = row as unknown as Maintenance | null
      // It may have gone on meanwhile.
      if (row && job && job.lateSince === null && job.archivedAt === null && isLate(job, now))
        await update(maintenance, row, { lateSince: now.toISOString() })
    })
}
