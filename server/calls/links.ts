import type { FastifyRequest } from 'fastify'
import { askedForLinkCall, inviteCall, resetLinkCall } from '#contract/calls/access.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { problem } from '#contract/problem.ts'
import { scopeFilter } from '#contract/rules.ts'
import { byServer } from '#server/crud/by-server.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App } from '#server/lib/http.ts'
import { letters } from '#server/lib/mail-texts.ts'
import { linkAddress, makeLink, type LinkKind } from '#server/lib/password-links.ts'
import { isMailTrusted, requireReach } from '#server/modules/access/reach.ts'
import type { Means } from './means.ts'
import { send } from './tell.ts'

type Handed = { sentTo: string | null; link: string | null; until: string }

/** An administrator lets somebody choose a password: by mail, or by a link that is shown to them once. */
export function linkRoutes(api: App, means: Means) {
  const { database, register, written, mailer, env } = means
  const { pool } = database

  answer(api, inviteCall, async (input, request) => {
    const person = await requireReach(pool, register, request.actor, input.user)
    if (person.stage !== 'invited') throw problem('not-now', 'Only somebody who has not come in yet can be invited.')
    return handOver(person, 'invitation', request)
  })

  answer(api, resetLinkCall, async (input, request) => {
    const person = await requireReach(pool, register, request.actor, input.user)
    if (person.stage === 'invited') throw problem('not-now', 'This person has no password yet: invite them again.')
    if (person.stage === 'off') throw problem('not-now', 'This account is switched off.')
    return handOver(person, 'reset', request)
  })

  answer(api, askedForLinkCall, async (_, { actor }) => {
    const scope = scopeFilter(user, actor)
    if (scope === 'none') return { rows: [] }
    const { rows } = await pool.query<{ user: number; at: string }>(
      `select w.user_id as "user", w.at from link_wish w join app_user u on u.id = w.user_id
       where u.archived_at is null and ($1::bigint is null or u.branch = $1) order by w.at desc limit 100`,
      [scope?.value ?? null],
    )
    return { rows }
  })

  async function handOver(person: User, kind: LinkKind, request: FastifyRequest): Promise<Handed> {
    const { actor } = request
    const made = await byServer(written, { actor: actor.id, request: request.id }, async ({ also, load, update }) => {
      const row = kind === 'invitation' && (await load(user, person.id))
      if (row) await update(user, row, { invitedAt: new Date().toISOString() })
      await also('delete from link_wish where user_id = $1', [person.id])
      await audit(
        { query: also },
        {
          kind: kind === 'invitation' ? 'invited' : 'reset-link-made',
          actor: actor.id,
          subject: person.username,
          ...whereFrom(request),
          details: { user: person.id },
        },
      )
      return makeLink(also, person.id, kind, actor.id)
    })
    const link = linkAddress(env.publicUrl, made.token)
    const isSent =
      env.publicUrl !== undefined &&
      (await mailer.isConfigured()) &&
      (await isMailTrusted(pool, register, person.id)) &&
      (await send(means, whereFrom(request), person, (whom, house) => letters[kind](whom, house, link)))
    return { ...(isSent ? { sentTo: person.email, link: null } : { sentTo: null, link }), until: made.until }
  }
}
