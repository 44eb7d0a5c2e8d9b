import { endPersonSessionsCall, endSessionsCall, personSessionsCall, sessionsCall } from '#contract/calls/access.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App } from '#server/lib/http.ts'
import { endSessionsOf, liveSessions } from '#server/lib/sessions.ts'
import { runOn } from '#server/lib/transaction.ts'

import { requireReach } from '#server/modules/access/reach.ts'
import type { Means } from './means.ts'
import { personInScope } from './person.ts'

/** Where people are signed in, and ending it. */
export function sessionListRoutes(api: App, { database, register }: Means) {
  const { pool } = database

  answer(
    api,
    sessionsCall,
    async (_, { actor, sessionId }) => ({ rows: await liveSessions(pool, actor.id, sessionId) }),
    { pending: true },
  )

  answer(
    api,
    endSessionsCall,
    async ({ id }, request) => {
      const { actor, sessionId, person } = request
      const ended = await endSessionsOf(runOn(pool), actor.id, id ? { id } : { but: sessionId }, 'ended')
      await audit(pool, {
        kind: 'sessions-ended',
        actor: actor.id,
        subject: person.username,
        ...whereFrom(request),
        details: { ended, ...(id ? { session: id } : {}) },
      })
      return { ended }
    },
    { pending: true },
  )

  answer(api, personSessionsCall, async ({ user }, { actor, sessionId }) => {
    await personInScope(pool, actor, user)
    const rows = await liveSessions(pool, user, sessionId)
    // Where somebody is, is for themselves to know.
    return { rows: rows.map(row => ({ ...row, address: user === actor.id ? row.address : null })) }
  })

  answer(api, endPersonSessionsCall, async ({ user, id }, request) => {
    const person = await requireReach(pool, register, request.actor, user)
    const ended = await endSessionsOf(runOn(pool), user, { id }, 'ended-by-administrator')
    await audit(pool, {
      kind: 'sessions-ended',
      actor: request.actor.id,
      subject: person.username,
      ...whereFrom(request),
      details: { ended, user, ...(id ? { session: id } : {}) },
    })
    return { ended }
  })
}
