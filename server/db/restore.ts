import type { ClientBase } from 'pg'
import { LEASE_SIZE } from '#contract/calls/sync.ts'

// By a clock of a thousand blocks a second a restore is ahead of every block that was leased before it. A fixed jump
// would lease the same blocks again when the same backup is restored twice.
const BLOCKS_A_SECOND = 1_000
const FIRST_SECOND = Date.UTC(2026, 0, 1) / 1_000
const BLOCKS_AHEAD = 100_000
/** Holds the stretch that was jumped over: its blocks may be any device's, and their records are sent again. */
const ANYBODY = '00000000-0000-0000-0000-000000000000'

/**
 * After a database went back in time: devices load everything again (a new epoch), everybody signs in again, links to
 * choose a password are void, and no id that was given out after the backup is given out a second time.
 */
export async function afterRestore(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('update sync_clock set epoch = gen_random_uuid(), home = null')
  await client.query(`update user_session set ended_at = now(), ended_because = 'restored' where ended_at is null`)
  await client.query(`update password_link set ended_at = now(), ended_because = 'restored' where ended_at is null`)
  await client.query('delete from link_wish')
  // What was to be sent then may have been sent since.
  await client.query(`update mail_letter set state = 'unsure', held_until = null where ended_at is null`)
  await leapOverBlocks(client)
}

/** No block that was leased in a time that was taken back is leased again, and what was made under its numbers may come. */
export async function leapOverBlocks(client: Pick<ClientBase, 'query'>): Promise<void> {
  // Nobody leases in between: a block of theirs would lie within the stretch.
  await client.query('lock table sync_lease in share row exclusive mode')
  // From the last that is noted: a sequence is not rolled back, and a try before this one may have moved it and then failed.
  await client.query(
    `with jump as (
       select noted, greatest(was + $1, ceil(noted::numeric / $3)::bigint + $1, ((extract(epoch from now()) - $2) * $5)::bigint) as next
       from (select case when is_called then last_value else 0 end as was from sync_lease_block) as block,
         (select coalesce(max(last), 0) as noted from sync_lease) as lease
     ), stretch as (
       insert into sync_lease (first, last, device_id) select noted + 1, next * $3, $4 from jump
     )
     select setval('sync_lease_block', next) from jump`,
    [BLOCKS_AHEAD, FIRST_SECOND, LEASE_SIZE, ANYBODY, BLOCKS_A_SECOND],
  )
}

/** So often a client alone may bring it about: the numbers that it costs are fewer than the clock above gives for that time. */
export async function hasLeaptLately(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query(
    `select from sync_lease where device_id = $1 and leased_at > now() - interval '1 hour' limit 1`,
    [ANYBODY],
  )
  return rows.length > 0
}
