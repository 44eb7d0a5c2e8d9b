import { leaseCall, pullCall, pushCall, rowsCall, snapshotCall } from '#contract/calls/sync.ts'
import { KEEP_BUDGET } from '#contract/keep.ts'
import { leaseBlock } from '#server/crud/ids.ts'
import type { Written } from '#server/crud/routes.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { overBudget } from './budget.ts'
import { hashOfMe } from './me.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { noteUnsent, openQueues } from './queues.ts'
import { rowsOf } from './rows.ts'
import { snapshot } from './snapshot.ts'
import { tidy } from './upkeep.ts'

/** Devices ask by themselves, whether or not anybody is there. */
const background = { background: true } as const
const DAY = 86_400_000

/** What devices say and ask. Open to every active user: each intent and each row is judged by itself. */
export function syncRoutes(api: App, { database, register }: Services, { store, writer }: Written): void {
  const db = database.kysely
  const queues = openQueues(db)

  answer(api, leaseCall, ({ deviceId }, { actor }) => leaseBlock(database.pool, deviceId, actor.id), background)
  answer(
    api,
    pushCall,
    (input, { actor, id, log, confirmedUntil }) =>
      push(
        { store, queues, writer, report: (error, mid) => log.error({ err: error, mid }, 'an op has to be sent again') },
        { actor, request: id, confirmed: confirmedUntil > Date.now() },
        input,
      ),
    { essential: true, ...background },
  )
  answer(
    api,
    pullCall,
    async (query, { actor, person }) => {
      if (query.device) await noteUnsent(db, query.device, actor.id, query.unsent)
      const me = hashOfMe(person, actor)
      return { ...(await pull(db, register, actor, query, writer.now())), ...(query.me === me ? {} : { me }) }
    },
    background,
  )
  answer(
    api,
    snapshotCall,
    async ({ after }, { actor, log }) => {
      if (after === undefined)
        for (const module of await overBudget(db, register, actor, writer.now()))
          log.warn({ module, budget: KEEP_BUDGET }, 'devices of this person keep more records of a module than is good')
      return snapshot(db, register, actor, after, writer.now())
    },
    background,
  )
  answer(api, rowsCall, ({ wanted }, { actor }) => rowsOf(db, register, actor, wanted), background)

  const keepTidy = () => tidy(db, writer.now()).catch((error: unknown) => api.log.warn({ err: error }, 'not tidied'))
  const timer = setInterval(() => void keepTidy(), DAY)
  timer.unref()
  api.addHook('onClose', async () => clearInterval(timer))
}
