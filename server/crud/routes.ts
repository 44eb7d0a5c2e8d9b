import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import { z } from 'zod'
import * as mini from 'zod/mini'
import type { Actor } from '#contract/actor.ts'
import { isRequired, LINE_NEEDED, metaOf, recordId } from '#contract/fields.ts'
import { opOf, OP_VERSION } from '#contract/intent.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { inScope, movePermissions, permissions } from '#contract/rules.ts'
import { isShown, mayOpen, mayRead, readers, visibleRow } from '#contract/seen.ts'
import type { App, Services } from '#server/lib/http.ts'
import type { Ask, Writer } from './behaviour.ts'
import { historyAnswer, historyOf, historyQuery } from './history.ts'
import { execute, type Outcome } from './ledger.ts'
import { naming } from './names.ts'
import { rowRoutes } from './list-routes.ts'
import { pick, pickAnswer, pickers, pickQuery } from './pick.ts'
import { layoutOf, rowFrom } from './columns.ts'
import type { Store } from './store.ts'

type Values = Record<string, unknown>

/** What every route that writes needs. */
export type Written = { store: Store; writer: Writer }

const one = z.object({ id: z.coerce.number().pipe(recordId()) })

/** Everything a module is served by: its declaration says the rest. */
export function moduleRoutes(
  api: App,
  { database }: Pick<Services, 'database'>,
  { store, writer }: Written,
  module: Module,
) {
  const path = apiPath(module)
  const tags = [module.name]
  const answer = { 200: module.row }
  const may = (action: Parameters<typeof permissions>[1]) => ({ config: { may: permissions(module, action) } })
  const write = (action: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { id = null } = (request.params ?? {}) as { id?: number }
    const ask = askOf(request, module, action, id)
    if (action === 'change' && !ask.wish.base)
      throw problem('base-missing', 'Say in If-Match which version this changes.')
    const row = await naming(database.pool, async () => {
      const outcome = await store.transaction(tx => execute(writer, tx, ask))
      return rowOf(outcome, row => inScope(module, row, request.actor))
    })
    return tell(reply, row)
  }
  const load = async (of: Module, actor: Actor, id: number): Promise<Row> => {
    const { table, select } = layoutOf(of)
    const own = of.list ? ' and list = $2' : ''
    const { rows } = await database.pool.query<Values>({
      name: `one ${of.name}`,
      text: `select ${select} from ${table} where id = $1${own}`,
      values: of.list ? [id, of.name] : [id],
    })
    const row = rows[0] && rowFrom(of, rows[0])
    if (!row || !mayRead(of, actor) || !isShown(of, row, actor)) throw notThere()
    return visibleRow(of, row, actor)
  }

  rowRoutes(api, { database }, module, (actor, id) => load(module, actor, id))
  if (!module.list && !module.single) {
    const { register } = writer
    const picking = { tags, summary: `Names of ${module.name}`, querystring: pickQuery, response: { 200: pickAnswer } }
    api.get(`${path}/pick`, { config: { may: pickers(register, module) }, schema: picking }, request =>
      pick(database.pool, register, module, request.actor, request.query),
    )
  }
  api.get(
    `${path}/:id`,
    { config: { may: readers(module, 'details') }, schema: { tags, params: one, response: answer } },
    async (request, reply) => {
      if (!mayOpen(module, request.actor)) throw notThere()
      return tell(reply, await load(module, request.actor, request.params.id))
    },
  )
  const history = { tags, params: one, querystring: historyQuery, response: { 200: historyAnswer } }
  api.get(`${path}/:id/history`, { ...may('details'), schema: history }, async request => {
    const { id } = request.params
    await load(module, request.actor, id)
    return historyOf(database.pool, module, request.actor, request.query, id)
  })

  const change = { tags, params: one, body: withOpenLines(module, module.change), response: answer }
  if (!module.appendOnly) api.patch(`${path}/:id`, { ...may('edit'), schema: change }, write('change'))
  if (module.single) return
  const create = { tags, body: withOpenLines(module, module.input), response: { 201: module.row } }
  if (!module.madeByServer)
    api.post(path, { ...may('create'), schema: create }, (request, reply) => write('create')(request, reply.code(201)))
  if (module.appendOnly) return
  api.delete(`${path}/:id`, { ...may('edit'), schema: { tags, params: one, response: answer } }, write('archive'))
  const plain = { tags, params: one, body: z.strictObject({}).nullish(), response: answer }
  api.post(`${path}/:id/restore`, { ...may('edit'), schema: plain }, write('restore'))
  for (const [name, move] of Object.entries(module.moves ?? {})) {
    const args = z.strictObject({
      ...move.args,
      ...openLines(module, move.args ?? {}),
      ...(module.stages && module.fields.status ? { status: z.optional(module.fields.status) } : {}),
    })
    const body = Object.keys(move.args ?? {}).length > 0 ? args : args.nullish()
    api.post(
      `${path}/:id/${name}`,
      { config: { may: movePermissions(module, move) }, schema: { tags, params: one, body, response: answer } },
      write(name),
    )
  }
}

const notThere = () => problem('not-found', 'This record does not exist.')

function askOf(request: FastifyRequest, module: Module, action: string, id: number | null): Ask {
  const version = versionIn(request.headers['if-match'])
  const args = (request.body ?? {}) as Values
  const base = version === null ? null : { version, fields: {} }
  const wish = { mid: keyOf(request), op: opOf(module, action), opV: OP_VERSION, id, base, args }
  return {
    wish,
    actor: request.actor,
    device: null,
    request: request.id,
    offline: false,
    confirmed: request.confirmedUntil > Date.now(),
  }
}

/** The key under which this call has one effect, however often it is sent. */
export function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (key === undefined) return v7()
  if (!z.uuid().safeParse(key).success) throw problem('invalid', 'The Idempotency-Key is no UUID.')
  return (key as string).toLowerCase()
}

function versionIn(header: string | undefined): number | null {
  if (header === undefined) return null
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1]
  if (version === undefined) throw problem('invalid', 'If-Match is no version.')
  return Number(version)
}

const tell = (reply: FastifyReply, row: Row) => {
  void reply.header('etag', `"${row.version}"`)
  return row
}

/** What was answered once is answered again, but not about a record that has left the asker's reach since. */
function rowOf(outcome: Outcome, isInReach: (row: Row) => boolean): Row {
  if (outcome.status === 'applied') return outcome.row
  const stored =
    'problem' in outcome ? (outcome.problem.row ?? outcome.problem.gone?.row) : 'row' in outcome ? outcome.row : null
  if (stored && !isInReach(stored as Row)) throw notThere()
  if (outcome.status === 'replayed') {
    if (outcome.row) return outcome.row
    throw problem('not-now', 'This was done long ago; read the record anew.')
  }
  if (!('problem' in outcome)) throw problem('not-now', 'This was withdrawn.')
  const { code, message, ...details } = outcome.problem
  // Written down by a version that told the two apart.
  if (code === 'no-access') throw notThere()
  throw problem(code, message, details)
}

/** Online, lines may come without an id: the server gives it. */
function withOpenLines(module: Module, schema: Module['row']): z.core.$ZodType {
  const open = openLines(module, schema.shape)
  return Object.keys(open).length > 0 ? mini.extend(schema, open) : schema
}

/** Of these fields, the lines of the module, with ids that may be left out. */
function openLines(module: Module, fields: object): Record<string, z.core.$ZodType> {
  const open = Object.entries(module.fields).filter(([name, field]) => metaOf(field).kind === 'lines' && name in fields)
  return Object.fromEntries(
    open.map(([name, field]) => [
      name,
      z
        .array(z.strictObject({ ...metaOf(field).line, id: z.optional(recordId()) }))
        .min(isRequired(field) ? 1 : 0, LINE_NEEDED)
        .max(200)
        .optional(),
    ]),
  )
}
