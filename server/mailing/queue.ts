import { problem } from '#contract/problem.ts'
import { can } from '#contract/rules.ts'
import type { Occasion } from '#server/crud/behaviour.ts'

/** A mail about a record that is to be sent, or was. */
export type Letter = {
  id: string
  module: string
  record: number
  recipient: string
  message: string | null
  /** What else was said of it. */
  about: Record<string, unknown>
  author: number
  state: 'sending' | 'unsure'
  tries: number
}

/** So many mails one person may ask for in an hour: more than anybody sends by hand. */
export const MOST_AN_HOUR = 60

/** Writes down, with the move that asks for it, that a record is to be sent to somebody: once for each time somebody asked. */
export async function queueMail({ tx, ask, actor, module, row, args }: Occasion) {
  const set = await tx.also('select from general_setting where mail_host is not null and mail_from is not null', [])
  if (set.length === 0)
    throw problem('not-now', 'No mail is set up. Somebody who may change the general setting can do that.')
  if (!can(actor, module, 'details')) throw problem('forbidden', 'You may not read what would be sent.')
  // That one of so many ago has to be an hour old before there is another.
  const [full] = await tx.also<{ wait: number }>(
    `select extract(epoch from created_at + interval '1 hour' - now())::float8 as wait from mail_letter
     where author = $1 and created_at > now() - interval '1 hour' order by created_at desc offset $2 limit 1`,
    [actor.id, MOST_AN_HOUR - 1],
  )
  if (full)
    throw problem('too-many', 'You have sent many mails within an hour. Please wait before you send more.', {
      retryAfter: Math.max(1, Math.ceil(full.wait)),
    })
  const { to, message = null, ...about } = args
  await tx.also(
    `insert into mail_letter (id, module, record, recipient, message, about, author)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [ask.wish.mid, module.name, row.id, to, message, JSON.stringify(about), actor.id],
  )
  return { mailingTo: to, mailTrouble: null }
}
