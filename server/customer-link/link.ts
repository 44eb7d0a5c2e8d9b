import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { problem } from '#contract/problem.ts'
import { isEditable } from '#contract/record-rules.ts'
import { inScope } from '#contract/rules.ts'
import { byServer, type Author } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { rowsWhere } from '#server/flows/timeline.ts'
import { toChange } from '#server/flows/to-change.ts'
import { hashOf, newSecret } from '#server/lib/secrets.ts'

/** Days that a link opens its page, from when it is made. */
const LIFE = 60
/** Days after the last change of a job that is over, in which its customer still finds it. */
const AFTERWARDS = 30

/** Where the page is; a path of ours, where no address is set. */
const addressOf = (publicUrl: string | undefined, token: string) => `${publicUrl ?? ''}/c/${token}`

/** Makes the job's link; an earlier one opens nothing any more. */
export function makeLink(
  written: Written,
  publicUrl: string | undefined,
  actor: Actor,
  author: Author,
  id: number,
): Promise<{ link: string; until: string }> {
  return byServer(written, author, async ({ tx, update }) => {
    const row = await jobInReach(tx, actor, id)
    if (!isEditable(maintenance, row)) throw problem('not-now', 'This job is over.')
    const token = newSecret()
    const [made] = await tx.also<{ until: string }>(
      `insert into customer_link (maintenance, token_hash, made_by, until)
       values ($1, $2, $3, now() + make_interval(days => ${LIFE}))
       on conflict (maintenance) do update set token_hash = excluded.token_hash, made_by = excluded.made_by,
         made_at = now(), until = excluded.until
       returning until`,
      [id, hashOf(token), actor.id],
    )
    const until = new Date(made!.until).toISOString()
    await update(maintenance, row, { linkUntil: until })
    return { link: addressOf(publicUrl, token), until }
  })
}

/** Whoever has the job's link sees nothing any more. */
export const endLink = (written: Written, actor: Actor, author: Author, id: number): Promise<void> =>
  byServer(written, author, async ({ tx, update }) => {
    const row = await jobInReach(tx, actor, id)
    await tx.also('delete from customer_link where maintenance = $1', [id])
    if (row.linkUntil) await update(maintenance, row, { linkUntil: null })
  })

/** The job that a link opens; null for one that opens nothing (any more). */
export async function jobOf(pool: Pool, token: string): Promise<Maintenance | null> {
  const [row] = await rowsWhere(
    pool,
    maintenance,
    `id in (select maintenance from customer_link where token_hash = $1 and until > now()) and archived_at is null
     and (stage not in ('closed', 'cancelled') or updated_at > now() - make_interval(days => ${AFTERWARDS}))`,
    [hashOf(token)],
  )
  return (row as unknown as Maintenance | undefined) ?? null
}

async function jobInReach(tx: Parameters<typeof toChange>[0], actor: Actor, id: number): Promise<Maintenance> {
  const row = await toChange(tx, maintenance, id)
  if (!row || !inScope(maintenance, row, actor)) throw problem('not-found', 'This record does not exist.')
  return row as unknown as Maintenance
}
