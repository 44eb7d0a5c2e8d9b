import { unitTimelineCall } from '#contract/calls/timeline.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { addReferring, kindsIn, rowsWhere, timelineOf, type Found } from '#server/flows/timeline.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'

/** The life of a device: what happened to it, and to everything that refers to it. */
export function unitTimelineRoutes(api: App, { database: { pool }, register }: Services) {
  answer(api, unitTimelineCall, async ({ unit: id, ...page }, { actor }) => {
    const asking = { pool, register, actor }
    const [one] = await rowsWhere(pool, unit, 'id = $1', [id])
    if (!one || !inScope(unit, one, actor)) throw problem('not-found', 'This record does not exist.')
    const found: Found = new Map([[unit, new Map([[id, one]])]])
    await addReferring(asking, found, unit, [id])
    return { ...(await timelineOf(asking, found, page)), kinds: kindsIn(found) }
  })
}
