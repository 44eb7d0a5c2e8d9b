import { searchCall } from '#contract/calls/search.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { search } from '#server/search/search.ts'

/** One search over everything. */
export function searchRoutes(api: App, { database, register }: Pick<Services, 'database' | 'register'>) {
  answer(api, searchCall, (input, { actor }) => search(database.pool, register, actor, input))
}
