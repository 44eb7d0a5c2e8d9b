import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import { recordId } from '#contract/fields.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { permissions } from '#contract/rules.ts'
import { mayList, readers } from '#contract/seen.ts'
import type { App, Services } from '#server/lib/http.ts'
import { groupingsOf, groupsOf } from './group.ts'
import { neighboursOf } from './neighbours.ts'
import { countOf, pageOf } from './page.ts'
import { pageFields, questionFields, questionOf, questionSchema } from './question.ts'

type Values = Record<string, unknown>
/** A record that this person may see, or none at all. */
type Load = (actor: Actor, id: number) => Promise<Row>

const one = z.object({ id: z.coerce.number().pipe(recordId()) })
const nullableId = z.union([recordId(), z.null()])
const groups = z.array(
  z.object({ value: z.union([z.string(), z.number(), z.boolean(), z.null()]), count: z.int(), more: z.boolean() }),
)

/** A module's rows: page by page, counted, in groups, and those beside one of them. */
export function rowRoutes(api: App, { database }: Pick<Services, 'database'>, module: Module, load: Load) {
  const { pool } = database
  const path = apiPath(module)
  const tags = [module.name]
  const asked = { config: { may: permissions(module, 'list'), listed: true as const } }

  const page = { 200: z.object({ rows: z.array(module.row), next: z.string().nullable(), total: z.int().optional() }) }
  const listed = { tags, summary: `List ${module.name}`, querystring: questionSchema(module), response: page }
  api.get(path, { config: { may: readers(module, 'list'), listed: true }, schema: listed }, request => {
    // Of what else somebody may do with the records it depends whether they have a glimpse of them.
    if (!mayList(module, request.actor)) throw problem('forbidden', 'You may not list these records.')
    return pageOf(pool, module, request.actor, questionOf(request.query))
  })
  if (module.single) return

  const counted = {
    tags,
    summary: `Count ${module.name}, up to a bound`,
    querystring: z.strictObject(questionFields(module)),
    response: { 200: z.object({ count: z.int(), more: z.boolean() }) },
  }
  api.get(`${path}/count`, { ...asked, schema: counted }, request =>
    countOf(pool, module, request.actor, questionOf(request.query as Values)),
  )

  const order = { sort: pageFields(module).sort }
  const beside = {
    tags,
    summary: `The ${module.name} before and after one in a list`,
    params: one,
    querystring: z.strictObject({ ...questionFields(module), ...order }),
    response: { 200: z.object({ previous: nullableId, next: nullableId }) },
  }
  api.get(`${path}/:id/neighbours`, { ...asked, schema: beside }, async request => {
    const row = await load(request.actor, request.params.id)
    return neighboursOf(pool, module, request.actor, row, questionOf(request.query))
  })

  const by = groupingsOf(module).map(({ name }) => name)
  if (by.length === 0) return
  const grouped = {
    tags,
    summary: `Groups of ${module.name}`,
    querystring: z.strictObject({ ...questionFields(module), by: z.enum(by), after: z.string().max(20).optional() }),
    response: { 200: z.object({ groups, next: z.string().nullable() }) },
  }
  api.get(`${path}/group`, { ...asked, schema: grouped }, request => {
    const query = request.query as Values & { by: string }
    return groupsOf(pool, module, request.actor, { ...questionOf(query), by: query.by })
  })
}
