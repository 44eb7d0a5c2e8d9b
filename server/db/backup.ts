import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { checkDump, type Rows } from './dump-file.ts'
import { writeDump } from './export.ts'

/** Where backups go if nobody says otherwise. */
export const backupName = (dataDir: string, at: Date) =>
  path.join(dataDir, 'backups', `caredesk-${at.toISOString().replace(/[:.]/g, '-').slice(0, 19)}.backup`)

/**
 * Writes a backup and reads it again: a file of that name is there only if it is whole. Answers the rows per table, or
 * null if there is nothing in the database yet. Copying PostgreSQL's folder while it runs is no backup.
 */
export async function backup(url: string, file: string, dataDir: string): Promise<Rows | null> {
  const inside = path.relative(path.resolve(dataDir, 'postgres'), path.resolve(file))
  if (!inside.startsWith('..')) throw new Error(`${file} lies among PostgreSQL's own files. Choose another folder.`)
  await mkdir(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.part`
  await rm(unfinished, { force: true })
  try {
    if (!(await writeDump(url, unfinished))) return null
    const { rows } = await checkDump(unfinished)
    await rename(unfinished, file)
    return rows
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
