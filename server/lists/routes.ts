import { z } from 'zod'
import { pasteAnswer } from '#contract/calls/records.ts'
import { recordId } from '#contract/fields.ts'
import { isList } from '#contract/list.ts'
import { apiPath } from '#contract/module.ts'
import { permissions } from '#contract/rules.ts'
import { historyAnswer, historyOf, historyQuery } from '#server/crud/history.ts'
import { keyOf, type Written } from '#server/crud/routes.ts'
import type { App, Services } from '#server/lib/http.ts'
import { pasteInput, pasteItems } from './paste.ts'
import { placesOf } from '#server/crud/uses.ts'
import { allUses, usesAnswer, usesById, usesOfItem } from '#server/crud/uses-query.ts'

const one = z.object({ id: z.coerce.number().pipe(recordId()) })

/** What every settings list answers besides what every module does. */
export function listRoutes(api: App, { database, register }: Services, { store, writer }: Written) {
  for (const list of Object.values(register).filter(isList)) {
    const path = apiPath(list)
    const tags = [list.name]
    const may = (action: Parameters<typeof permissions>[1]) => ({ config: { may: permissions(list, action) } })
    const places = placesOf(register, list)

    const paste = { tags, summary: 'Add many items', body: pasteInput, response: { 200: pasteAnswer } }
    api.post(`${path}/paste`, { ...may('create'), schema: paste }, request => {
      const author = { actor: request.actor, request: request.id, mid: keyOf(request) }
      return pasteItems(writer, store, list, author, request.body.items)
    })
    const uses = { tags, summary: 'How often an item is used', params: one, response: { 200: usesAnswer } }
    api.get(`${path}/:id/uses`, { ...may('list'), schema: uses }, request =>
      usesOfItem(database.pool, places, request.actor, request.params.id),
    )
    const every = { tags, summary: 'How often each item is used', response: { 200: allUses } }
    api.get(`${path}/uses`, { ...may('list'), schema: every }, request =>
      usesById(database.pool, places, request.actor),
    )
    const history = { tags, querystring: historyQuery, response: { 200: historyAnswer } }
    api.get(`${path}/history`, { ...may('details'), schema: history }, request =>
      historyOf(database.pool, list, request.actor, request.query, null),
    )
  }
}
