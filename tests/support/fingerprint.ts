import { expect } from 'vitest'
import type { Database } from '#server/db/connect.ts'

type Pool = Database['pool']

/** Rows and a checksum over them, per table. */
export async function fingerprint(pool: Pool): Promise<Record<string, { rows: number; sum: string }>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const found: Record<string, { rows: number; sum: string }> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ rows: number; sum: string }>(
      `select count(*) as rows, md5(coalesce(string_agg(row::text, '|' order by row::text collate "C"), '')) as sum from "${name}" as row`,
    )
    if (rows[0]) found[name] = rows[0]
  }
  return found
}

/** A restore changes these, and says so. */
export const withoutWhatRestoresChange = (found: Awaited<ReturnType<typeof fingerprint>>) => {
  const { audit_event, sync_clock, sync_lease, user_session, password_link, schema_migration, ...others } = found
  const { link_wish, ...rest } = others
  const changed = [audit_event, sync_clock, sync_lease, user_session, password_link, link_wish, schema_migration]
  expect(changed).not.toContain(undefined)
  return rest
}
