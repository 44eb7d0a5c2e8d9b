import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import { deedsCall } from '#contract/calls/access.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { can, inScope } from '#contract/rules.ts'
import { visibleRow } from '#contract/seen.ts'
import { layoutOf, rowFrom } from '#server/crud/columns.ts'
import { isSeenBy } from '#server/crud/history.ts'
import { answer } from '#server/lib/answer.ts'
import type { App } from '#server/lib/http.ts'
import type { Means } from './means.ts'
import { personInScope } from './person.ts'

const MOST = 20
/** Where somebody mostly did what the asker may not see, we do not look for ever. */
const PAGES = 5
const PAGE = 100

type Deed = AnswerOf<typeof deedsCall>['rows'][number]
type Written = Omit<Deed, 'title'> & {
  place: number
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** What a person did lately, as far as the asker may open it. */
export function deedRoutes(api: App, { database: { pool }, register }: Means) {
  answer(api, deedsCall, async ({ user }, { actor }) => {
    await personInScope(pool, actor, user)
    return { rows: await deedsOf(pool, register, actor, user) }
  })
}

async function deedsOf(pool: Pool, register: Register, actor: Actor, user: number): Promise<Deed[]> {
  const open = Object.values(register).filter(module => can(actor, module, 'list') || can(actor, module, 'details'))
  const found: Deed[] = []
  let place = Number.MAX_SAFE_INTEGER
  for (let page = 0; page < PAGES && found.length < MOST; page += 1) {
    const { rows } = await pool.query<Written>(
      `select h.id as place, at, entity, record_id as id, action, offline, before, after from record_history h
       where actor = $1 and h.id < $2 and entity = any($3) order by h.id desc limit $4`,
      [user, place, open.map(({ name }) => name), PAGE],
    )
    found.push(...(await shown(pool, register, actor, rows)))
    if (rows.length < PAGE) break
    place = rows.at(-1)!.place
  }
  return found.slice(0, MOST)
}

async function shown(pool: Pool, register: Register, actor: Actor, written: Written[]): Promise<Deed[]> {
  const rows = new Map<string, Row>()
  for (const entity of new Set(written.map(deed => deed.entity))) {
    const ids = written.filter(deed => deed.entity === entity).map(deed => deed.id)
    for (const row of await rowsOf(pool, register[entity]!, ids)) rows.set(`${entity} ${row.id}`, row)
  }
  return written.flatMap(({ at, entity, id, action, offline, before, after }) => {
    const [module, row] = [register[entity]!, rows.get(`${entity} ${id}`)]
    if (!row || !inScope(module, row, actor) || !isSeenBy(module, actor, { action, before, after })) return []
    const title = visibleRow(module, row, actor)[module.title]
    return [{ at, entity, id, title: typeof title === 'string' ? title : '', action, offline }]
  })
}

async function rowsOf(pool: Pool, module: Module, ids: number[]): Promise<Row[]> {
  const { table, select } = layoutOf(module)
  const own = module.list ? ' and list = $2' : ''
  const { rows } = await pool.query<Record<string, unknown>>(
    `select ${select} from ${table} where id = any($1)${own}`,
    module.list ? [ids, module.name] : [ids],
  )
  return rows.map(raw => rowFrom(module, raw))
}
