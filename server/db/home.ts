import type { Pool } from 'pg'
import { problem } from '#contract/problem.ts'
import { audit, type AuditEvent } from '#server/lib/audit.ts'
import { inTransaction } from '#server/lib/transaction.ts'
import type { Log } from './log.ts'
import { afterRestore, hasLeaptLately, leapOverBlocks } from './restore.ts'

/** What tells the places apart that a database can run in. What cannot be known here is left out. */
type Home = Record<string, string>

const questions = [
  // A dump that is loaded makes the table anew; a database that is copied gets another number.
  `select oid::text as database, 'sync_clock'::regclass::oid::text as clock from pg_database where datname = current_database()`,
  'select system_identifier::text as system from pg_control_system()',
  // Begins anew with every recovery to a point in time. The control file would say so only after its next checkpoint.
  'select substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline',
]

/** The role may not ask, this engine has no such function, or not at the moment. */
const unknowable = new Set(['42501', '42883', '0A000', '55000'])

async function homeOf(pool: Pool, place: string | null): Promise<Home> {
  const home: Home = place === null ? {} : { place }
  for (const question of questions) {
    const answer = await pool.query<Home>(question).catch((error: { code?: string }) => {
      if (unknowable.has(error.code ?? '')) return null
      throw error
    })
    Object.assign(home, answer?.rows[0])
  }
  return home
}

/** Who says that they have seen more than there is. */
type Claim = Omit<AuditEvent, 'kind'>

/**
 * Asked at every start: was the database put here by other means than our restore (a dump, a copy of the folder, a
 * recovery to a point in time)? Then it may have gone back in time, and what a restore does is done now.
 * Where that cannot be told, a device that is ahead has nothing to show for it: of what a restore does, it gets only what does
 * no harm if it lies.
 */
export async function noticeMove(
  { pool, place }: { pool: Pool; place: string | null },
  claim?: Claim,
): Promise<boolean> {
  const home = await homeOf(pool, place)
  return inTransaction(pool, async client => {
    // Two servers that start at once take turns here; the second finds the home noted.
    const { rows } = await client.query<{ home: Home | null }>('select home from sync_clock for update')
    const known = rows[0]?.home ?? {}
    const moved = Object.entries(home).some(([what, value]) => what in known && known[what] !== value)
    if (moved) {
      await afterRestore(client)
      await client.query(`insert into audit_event (kind, details) values ('moved', $1)`, [{ from: known, to: home }])
    } else if (claim && !(await hasLeaptLately(client))) {
      await leapOverBlocks(client)
      await audit(client, { kind: 'blocks-left-out', ...claim })
    }
    const noted = moved ? home : { ...known, ...home }
    await client.query('update sync_clock set home = $1 where home is distinct from $1', [noted])
    return moved
  })
}

export const MOVED =
  'The database was put here by other means than our restore. Devices load anew, and everybody signs in again.'

/** So often it is asked while the app runs, at most: anybody may say that they are ahead. In ms. */
const ASKED_EVERY = 60_000

/**
 * The same while the app runs, for when a device has seen more than there is: a standby may have taken the place of the server.
 * Where the folder of the built-in one lies is known at the start alone.
 */
export function moveNoticer({ pool }: { pool: Pool }, log: Pick<Log, 'warn'>): (claim: Claim) => Promise<boolean> {
  let asked: { at: number; moved: Promise<boolean> } | null = null
  const ask = async (claim: Claim) => {
    try {
      const moved = await noticeMove({ pool, place: null }, claim)
      if (moved) log.warn({}, MOVED)
      return moved
    } catch (error) {
      log.warn({ err: error }, 'It could not be asked whether the database was moved')
      // Whoever is told to load now is never ahead again: they keep their place, and ask once more.
      asked = null
      throw problem('unavailable', 'The database does not answer at the moment. Please try again.', { retryAfter: 5 })
    }
  }
  return claim => {
    const now = performance.now()
    if (!asked || now - asked.at > ASKED_EVERY) asked = { at: now, moved: ask(claim) }
    return asked.moved
  }
}
