import type { App, Services } from '#server/lib/http.ts'
import type { Life } from '#server/lib/life.ts'
import { problem } from '#contract/problem.ts'

const CHECK_EVERY = 1_000
const CHECK_TIMEOUT = 2_000

/** /live: the process answers. /ready: it can be given work: migrated, not leaving, and the database answers. */
export function health(app: App, { database }: Services, life: Life) {
  const rule = { config: { public: true, essential: true } } as const
  const databaseAnswers = remembered(CHECK_EVERY, () =>
    answersInTime(database.kept.session.pool.query('select 1'), CHECK_TIMEOUT),
  )

  app.get('/live', rule, async (_request, reply) => reply.header('cache-control', 'no-store').send({ live: true }))

  app.get('/ready', rule, async (_request, reply) => {
    if (life.stage !== 'running') throw problem('unavailable', sentences[life.stage], { retryAfter: 1 })
    if (!(await databaseAnswers())) throw problem('unavailable', 'The database does not answer', { retryAfter: 5 })
    return reply.header('cache-control', 'no-store').send({ ready: true })
  })
}

const sentences = { starting: 'Caredesk is starting', leaving: 'Caredesk is stopping' }

/** The API waits for the database to be prepared; asked before a session is looked for. */
export function apiWhenRunning(app: App, life: Life) {
  app.addHook('onRequest', async request => {
    if (life.stage === 'starting' && request.routeOptions.url?.startsWith('/api/'))
      throw problem('unavailable', sentences.starting, { retryAfter: 2 })
  })
}

async function answersInTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => (timer = setTimeout(resolve, ms, false)))
  const answered = work.then(
    () => true,
    () => false,
  )
  return await Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

/** Asks at most once in a while: whoever asks between hears the same. */
function remembered(ms: number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    if (!last || Date.now() - last.at > ms) last = { at: Date.now(), answer: ask() }
    return last.answer
  }
}
