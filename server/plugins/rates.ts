import { problem } from '#contract/problem.ts'
import { bearerOf } from '#server/lib/bearer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { keepSharing, requestCounts } from '#server/lib/request-counts.ts'
import { placeOf } from '#server/lib/place.ts'
import { hashOf } from '#server/lib/secrets.ts'

/** Many people may sit behind one address. */
const PEOPLE_PER_ADDRESS = 10

/** How often a session and an address may ask per minute; counted before anything is looked up. */
export function rates(app: App, { database, env }: Services) {
  const limit = env.requestsPerMinute
  if (limit === 0) return
  const counts = requestCounts(database.pool)
  const stop = keepSharing(counts, database.pool, err => app.log.warn({ err }, 'request counts not shared'))
  app.addHook('onClose', stop)

  const count = (key: string, most: number) => {
    const { total, secondsLeft } = counts.hit(key)
    if (total <= most) return
    throw problem('too-many', 'That was very much at once. Please wait a moment.', { retryAfter: secondsLeft })
  }

  app.addHook('onRequest', async request => {
    const { url, config } = request.routeOptions
    if (!url?.startsWith('/api/') && !config.counted) return
    count(`requests:address:${placeOf(request.ip)}`, limit * PEOPLE_PER_ADDRESS)
    const token = bearerOf(request)
    if (token) count(`requests:session:${hashOf(token).toString('base64url')}`, limit)
  })
}
