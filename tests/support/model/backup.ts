import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { writeDump } from '#server/db/export.ts'
import { restoreDump } from '#server/db/load.ts'

/** A backup of a running server, and its life from there on once more: what was done since has never been. */
export async function backUp({ url, pool }: { url: string; pool: Pool }) {
  const folder = await mkdtemp(join(tmpdir(), 'caredesk-model-'))
  const file = join(folder, 'model.backup')
  await writeDump(url, file)
  return {
    async restore(): Promise<void> {
      await restoreDump(url, file)
      // Everybody signs in again: as the same sessions, so that what is on its way arrives.
      await pool.query(`update user_session set ended_at = null, ended_because = null where ended_because = 'restored'`)
    },
    forget: () => rm(folder, { recursive: true, force: true }),
  }
}
export type Backup = Awaited<ReturnType<typeof backUp>>
