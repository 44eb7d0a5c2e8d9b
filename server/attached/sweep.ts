import type { Pool } from 'pg'
import { pictureSizes } from '#contract/calls/attached.ts'
import type { Storage } from '#server/storage/storage.ts'

/** How long, in days, what nobody holds any more is kept. */
const REMOVED = 30
/** Chosen in a form that was never saved; a part of what does not go on. */
const UNUSED = 14
/** What no row names: pieces that were put together, work that a crash cut short. */
const NAMELESS = 1
const AT_ONCE = 500

/** Forgets what is not held any more, and takes bytes that nothing names off the storage. Answers how many objects went. */
export async function sweep(pool: Pool, storage: Storage, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  await pool.query('update record_file set hash = null where removed_at < $1 and hash is not null', [before(REMOVED)])
  // What stuck work speaks of waits with it: whoever decides for its author has none of the author's bytes.
  await pool.query(
    `delete from record_file as file where record is null and made_at < $1
       and not exists (select from sync_mutation where intent is not null and intent::text ~ ('\\m' || file.id || '\\M'))`,
    [before(UNUSED)],
  )
  // What a record holds is waited for, however long: its device may lie in a drawer, and begins anew when it is back.
  await pool.query(`update file_upload set received = 0, parts = '{}' where touched_at < $1 and received > 0`, [
    before(UNUSED),
  ])
  await pool.query(
    `delete from record_file using file_upload
     where file = id and hash is null and removed_at < $1 and touched_at < $1`,
    [before(REMOVED)],
  )
  await pool.query('delete from stored_file where refs = 0 and idle_since < $1', [before(NAMELESS)])
  const { rows } = await pool.query<{ name: string }>(
    `select name from stored_object as object where at < $1
       and not exists (select from stored_file where stored_file.name = object.name)
       and not exists (select from file_upload where object.name = any(parts))
     limit ${AT_ONCE}`,
    [before(NAMELESS)],
  )
  for (const { name } of rows) {
    for (const size of pictureSizes) await storage.remove(`${name}-${size}`)
    await storage.remove(name)
    // Last, so that a sweep that was cut short finds it again.
    await pool.query('delete from stored_object where name = $1', [name])
  }
  return rows.length
}
