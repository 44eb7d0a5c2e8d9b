import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

const FEED_DAYS = 120
const LEDGER_DAYS = 400
/**
 * What an op had made of its record is kept this long, and on for as long as its device has not heard of it. A queue that no device
 * goes on with, as after every sign-out, hears nothing any more; nor does who writes without one.
 */
const RESULT_DAYS = 30

/** Forgets what no device can still ask for. A device that stayed away longer loads everything again. */
export async function tidy(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  await sql`
    delete from sync_change where seq <= (select max(seq) from sync_change where at < ${before(FEED_DAYS)}::timestamptz)
  `.execute(db)
  await sql`
    update sync_mutation as mutation set result = null
    where mutation.status = 'applied' and mutation.result is not null
      and mutation.received_at < ${before(RESULT_DAYS)}::timestamptz
      and not exists (
        select 1 from sync_device as device
        where device.queue_id = mutation.queue_id and device.user_id = mutation.user_id
          and device.acknowledged < mutation.queue_seq)
  `.execute(db)
  await db.deleteFrom('syncMutation').where('receivedAt', '<', before(LEDGER_DAYS)).execute()
  await db.deleteFrom('syncDevice').where('seenAt', '<', before(LEDGER_DAYS)).execute()
}
