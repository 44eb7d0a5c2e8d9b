import { sql, type Kysely } from 'kysely'
import { namesOf } from '#server/crud/names.ts'
import type { Database } from '#server/db/connect.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Clock } from './clock.ts'

/** What a device says of its queue with every push. `acknowledged`: everything up to there is final on the device. */
export type Queue = {
  queueId: string
  deviceId: string
  userId: number
  epoch: string | null
  acknowledged: number
  build: string
}

/** What the protocol asks beside the transactions of the records. */
export interface Queues {
  /**
   * Notes the queue; answers where the feed stands, and the mark below which nothing of this queue can be new. Null where
   * it is the queue of somebody else: then nothing is noted.
   */
  open(queue: Queue): Promise<(Clock & { acknowledged: number }) | null>
  /** Where the writes of these intents stand in the feed. */
  feedSeqs(mids: string[]): Promise<ReadonlyMap<string, number>>
  /** What people are called. */
  names(ids: number[]): Promise<ReadonlyMap<number, string>>
  /** The author's device has heard who decided about these. */
  told(mids: string[]): Promise<void>
}

export const openQueues = ({ kysely: db, pool }: Pick<Database, 'kysely' | 'pool'>): Queues => ({
  async open({ queueId, deviceId, userId, epoch, acknowledged, build }) {
    // The mark counts in its own epoch alone: a restored ledger may have lost what had been final.
    const found = await sql<Clock & { acknowledged: number; fresh: boolean; foreign: boolean }>`
      select clock.epoch, clock.seq,
        greatest(
          case when device.queue_id = ${queueId} and device.epoch = clock.epoch then device.acknowledged else 0 end,
          case when clock.epoch = ${epoch}::uuid then ${acknowledged}::bigint else 0 end
        ) as acknowledged,
        coalesce(device.queue_id = ${queueId} and device.epoch = clock.epoch and device.build = ${build}, false) as fresh,
        exists (select 1 from sync_device as other where other.queue_id = ${queueId} and other.user_id <> ${userId}) as foreign
      from sync_clock as clock
      left join sync_device as device on device.device_id = ${deviceId} and device.user_id = ${userId}
    `.execute(db)
    const known = found.rows[0]!
    if (known.foreign) return null
    // When the device was seen stays as it is: only a pull says how much waits on it, and one that was emptied may push first.
    if (!known.fresh || known.acknowledged > 0)
      await sql`
        insert into sync_device (device_id, user_id, queue_id, epoch, acknowledged, build)
        values (${deviceId}, ${userId}, ${queueId}, ${known.epoch}, ${known.acknowledged}, ${build})
        on conflict (device_id, user_id) do update set
          queue_id = excluded.queue_id, epoch = excluded.epoch, build = excluded.build,
          acknowledged = case
            when sync_device.queue_id = excluded.queue_id and sync_device.epoch = excluded.epoch
            then greatest(sync_device.acknowledged, excluded.acknowledged) else excluded.acknowledged end
        where not ${known.fresh} or sync_device.acknowledged < excluded.acknowledged
      `.execute(db)
    return { epoch: known.epoch, seq: known.seq, acknowledged: known.acknowledged }
  },

  async feedSeqs(mids) {
    const found = await db
      .selectFrom('syncMutation')
      .select(['mid', 'feedSeq'])
      .where('mid', 'in', mids)
      .where('feedSeq', 'is not', null)
      .execute()
    return new Map(found.map(({ mid, feedSeq }) => [mid, feedSeq!]))
  },

  names: ids => namesOf(pool, ids),

  async told(mids) {
    await db
      .updateTable('syncMutation')
      .set({ untold: false })
      .where('mid', 'in', mids)
      .where('untold', '=', true)
      .execute()
  },
})

/** Devices ask every few seconds; that one is still there is written once a minute. */
const SEEN_EVERY = sql`interval '1 minute'`

/**
 * Notes what a device says of itself: how many changes wait on it. Answers what it had said before the browser emptied it, so
 * many seconds ago: then they are lost. Said once, because from now on this is the last that was heard of it.
 */
export async function noteUnsent(
  db: Kysely<Tables>,
  deviceId: string,
  userId: number,
  unsent: number,
  emptied?: number,
): Promise<number> {
  const before =
    emptied === undefined
      ? undefined
      : await db
          .selectFrom('syncDevice')
          .select('unsent')
          .where('deviceId', '=', deviceId)
          .where('userId', '=', userId)
          .where(sql<boolean>`seen_at < now() - make_interval(secs => ${emptied})`)
          .executeTakeFirst()
  await sql`
    insert into sync_device (device_id, user_id, unsent) values (${deviceId}, ${userId}, ${unsent})
    on conflict (device_id, user_id) do update set unsent = excluded.unsent, seen_at = now()
    where sync_device.unsent <> excluded.unsent or sync_device.seen_at < now() - ${SEEN_EVERY}
  `.execute(db)
  const lost = before?.unsent ?? 0
  // It is said where somebody looks at their devices as long as the device is known.
  if (lost > 0)
    await db
      .updateTable('syncDevice')
      .set({ lost, lostAt: sql<string>`now()` })
      .where('deviceId', '=', deviceId)
      .where('userId', '=', userId)
      .execute()
  return lost
}

/**
 * A device is ahead of this life of the database, or was: it sends again what it had called final, and none of that would be
 * recognised below its mark.
 */
export async function forgetMark(db: Kysely<Tables>, deviceId: string, userId: number): Promise<void> {
  await db
    .updateTable('syncDevice')
    .set({ acknowledged: 0 })
    .where('deviceId', '=', deviceId)
    .where('userId', '=', userId)
    .where('acknowledged', '>', 0)
    .execute()
}
