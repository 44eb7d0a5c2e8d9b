import {
  leaseAnswer,
  leaseInput,
  pullAnswer,
  pullQuery,
  pushAnswer,
  pushInput,
  snapshotAnswer,
  snapshotQuery,
} from '#contract/calls/sync.ts'
import { leaseBlock } from '#server/crud/ids.ts'
import type { Written } from '#server/crud/routes.ts'
import type { App, Services } from '#server/lib/http.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { noteUnsent, openQueues } from './queues.ts'
import { snapshot } from './snapshot.ts'
import { tidy } from './upkeep.ts'

const DAY = 86_400_000

/** What devices say and ask. Open to every active user: each intent and each row is judged by itself. */
export function syncRoutes(api: App, { database, register }: Services, { store, writer }: Written): void {
  const db = database.kysely
  const queues = openQueues(db)
  const config = { may: 'anyone' } as const

  api.post('/sync/lease', { config, schema: { body: leaseInput, response: { 200: leaseAnswer } } }, ({ body, actor }) =>
    leaseBlock(database.pool, body.deviceId, actor.id),
  )

  api.post(
    '/sync/push',
    { config: { ...config, essential: true }, schema: { body: pushInput, response: { 200: pushAnswer } } },
    ({ body, actor, id, log }) =>
      push(
        { store, queues, writer, report: (error, mid) => log.error({ err: error, mid }, 'an op has to be sent again') },
        { actor, request: id },
        body,
      ),
  )

  api.get(
    '/sync/pull',
    { config, schema: { querystring: pullQuery, response: { 200: pullAnswer } } },
    async ({ query, actor }) => {
      if (query.device) await noteUnsent(db, query.device, actor.id, query.unsent)
      return pull(db, register, actor, query, writer.now())
    },
  )

  api.get(
    '/sync/snapshot',
    { config, schema: { querystring: snapshotQuery, response: { 200: snapshotAnswer } } },
    ({ query, actor }) => snapshot(db, register, actor, query.after),
  )

  const keepTidy = () => tidy(db, writer.now()).catch((error: unknown) => api.log.warn({ err: error }, 'not tidied'))
  const timer = setInterval(() => void keepTidy(), DAY)
  timer.unref()
  api.addHook('onClose', async () => clearInterval(timer))
}
