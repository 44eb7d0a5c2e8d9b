import { decideCall, stuckCall } from '#contract/calls/stuck.ts'
import { PUSH_BYTES, pushCall } from '#contract/calls/push.ts'
import { digestCall, leaseCall, pullCall, rowsCall, snapshotCall } from '#contract/calls/sync.ts'
import { KEEP_BUDGET } from '#contract/keep.ts'
import { leaseBlock } from '#server/crud/ids.ts'
import { naming } from '#server/crud/names.ts'
import { openRecords } from '#server/crud/records.ts'
import type { Written } from '#server/crud/routes.ts'
import { moveNoticer } from '#server/db/home.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import { daily } from '#server/lib/daily.ts'
import type { App, Services } from '#server/lib/http.ts'
import { overBudget } from './budget.ts'
import { decideStuck } from './decide.ts'
import { driftOf } from './digest.ts'
import { hashOfMe } from './me.ts'
import { guardBuilds } from './oldest-build.ts'
import { isAhead, pull } from './pull.ts'
import { push } from './push.ts'
import { forgetMark, noteUnsent, openQueues } from './queues.ts'
import { rowsOf } from './rows.ts'
import { snapshot } from './snapshot.ts'
import { stuckNews, stuckFor } from './stuck.ts'
import { tidy } from './upkeep.ts'

/** Devices ask by themselves, whether or not anybody is there. */
const background = { background: true } as const

/** What devices say and ask. Open to every active user: each intent and each row is judged by itself. */
export function syncRoutes(
  api: App,
  { database, register, env }: Services,
  { store, writer }: Written,
  /** The same records by the connections that are kept back for what is pushed. */
  pushed = openRecords(database.kept.push),
): void {
  const db = database.kysely
  const guard = guardBuilds(env.oldestBuild)
  const pushing = { store: pushed, queues: openQueues(database.kept.push), writer }
  const noticesMove = moveNoticer(database, api.log)

  answer(api, leaseCall, ({ deviceId }, { actor }) => leaseBlock(database.pool, deviceId, actor.id), background)
  answer(
    api,
    pushCall,
    async (input, request) => {
      guard(request, input.build)
      const { actor, id, log, confirmedUntil } = request
      return push(
        { ...pushing, report: (error, mid) => log.error({ err: error, mid }, 'an op has to be sent again') },
        { actor, request: id, confirmed: confirmedUntil > Date.now() },
        input,
      )
    },
    { essential: true, slowBody: true, judgesParts: true, bodyLimit: PUSH_BYTES, ...background },
  )
  answer(
    api,
    pullCall,
    async (query, request) => {
      guard(request)
      const { actor, person } = request
      const lost = query.device && (await noteUnsent(db, query.device, actor.id, query.unsent, query.emptied))
      const me = hashOfMe(person, actor)
      const find = () => pull(db, register, actor, query, writer.now())
      let found = await find()
      if (isAhead(query, found)) {
        const details = { device: query.device, seq: query.seq }
        if (await noticesMove({ actor: actor.id, ...whereFrom(request), details })) found = await find()
        if (query.device) await forgetMark(db, query.device, actor.id)
      }
      return {
        ...found,
        ...(query.me === me ? {} : { me }),
        ...(lost ? { lost } : {}),
        // Without a device there is no queue, and nobody to decide.
        ...(query.device && (await stuckNews(db, register, actor))),
      }
    },
    background,
  )
  answer(
    api,
    snapshotCall,
    async ({ after }, request) => {
      guard(request)
      const { actor, log } = request
      if (after === undefined)
        for (const module of await overBudget(db, register, actor, writer.now()))
          log.warn({ module, budget: KEEP_BUDGET }, 'devices of this person keep more records of a module than is good')
      return snapshot(db, register, actor, after, writer.now())
    },
    background,
  )
  answer(api, rowsCall, ({ wanted }, { actor }) => rowsOf(db, register, actor, wanted), background)
  answer(
    api,
    digestCall,
    async (asked, { actor, log }) => {
      const drifted = await driftOf(db, register, actor, asked, writer.now())
      if (drifted && drifted.length > 0)
        log.warn({ device: asked.device, drifted }, 'a device held other records than it should, and loads them again')
      return { drifted }
    },
    background,
  )

  answer(api, stuckCall, ({ after }, { actor }) => stuckFor(database, register, actor, after))
  answer(api, decideCall, async (wish, request) => {
    const who = { actor: request.actor, request: request.id, confirmed: request.confirmedUntil > Date.now() }
    return naming(database.pool, () =>
      store.transaction(async tx => {
        const { fresh, status, row } = await decideStuck(writer, tx, who, wish)
        if (fresh) {
          const { module, record, author } = fresh
          const details = { how: wish.how, module, record, author, stuck: wish.stuck, reason: wish.reason }
          const event = { kind: 'stuck-decided', actor: request.actor.id, ...whereFrom(request), details }
          await audit({ query: (text, values) => tx.also(text, values) }, event)
        }
        return { status, row }
      }),
    )
  })

  const keepTidy = () => tidy(db, writer.now()).catch((error: unknown) => api.log.warn({ err: error }, 'not tidied'))
  const stop = daily(() => void keepTidy())
  api.addHook('onClose', async () => stop())
}
