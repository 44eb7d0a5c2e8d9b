import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDump } from '#server/db/export.ts'
import { restoreDump } from '#server/db/load.ts'

/** A backup of a running server, and its life from there on once more: what was done since has never been. */
export async function backUp({ url }: { url: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'caredesk-model-'))
  const file = join(folder, 'model.backup')
  await writeDump(url, file)
  return {
    restore: () => restoreDump(url, file),
    forget: () => rm(folder, { recursive: true, force: true }),
  }
}
export type Backup = Awaited<ReturnType<typeof backUp>>
