import type { Pool } from 'pg'
import { hashOf, newSecret } from '#server/lib/secrets.ts'

const LIFE = `interval '30 seconds'`

/** A ticket for one live connection of this session. The database keeps its hash, for whichever process it comes to. */
export async function issueTicket(pool: Pool, sessionId: string, deviceId: string | null): Promise<string> {
  const ticket = newSecret()
  await pool.query(
    `with old as (delete from live_ticket where expires_at < now())
     insert into live_ticket (hash, session_id, device_id, expires_at) values ($1, $2, $3, now() + ${LIFE})`,
    [hashOf(ticket), sessionId, deviceId],
  )
  return ticket
}

export type Redeemed = { sessionId: string; deviceId: string | null }

/** Takes a ticket in: it was good for this once. Null where it is none, or too old, or was taken already. */
export async function redeemTicket(pool: Pool, ticket: string): Promise<Redeemed | null> {
  const { rows } = await pool.query<{ session_id: string; device_id: string | null; good: boolean }>(
    'delete from live_ticket where hash = $1 returning session_id, device_id, expires_at > now() as good',
    [hashOf(ticket)],
  )
  const [row] = rows
  return row?.good ? { sessionId: row.session_id, deviceId: row.device_id } : null
}
