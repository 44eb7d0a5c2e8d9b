import type { FastifyRequest } from 'fastify'
import { endPersonSessionsCall, endSessionsCall, personSessionsCall, sessionsCall } from '#contract/calls/access.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App } from '#server/lib/http.ts'
import { endSessionsOf, liveSessions, type EndReason } from '#server/lib/sessions.ts'
import { inTransaction, runOn } from '#server/lib/transaction.ts'

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
      const which = id ? { id } : { but: request.sessionId }
      return end(request, request.person, which, 'ended')
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
    return end(request, person, { id }, 'ended-by-administrator')
  })

  function end(request: FastifyRequest, whose: Whose, which: Which, because: EndReason): Promise<{ ended: number }> {
    return inTransaction(pool, async client => {
      const ended = await endSessionsOf(runOn(client), whose.id, which, because)
      await audit(client, {
        kind: 'sessions-ended',
        actor: request.actor.id,
        subject: whose.username,
        ...whereFrom(request),
        details: { ended, user: whose.id, ...(which.id ? { session: which.id } : {}) },
      })
      return { ended }
    })
  }
}

type Whose = { id: number; username: string }
type Which = Parameters<typeof endSessionsOf>[2]
