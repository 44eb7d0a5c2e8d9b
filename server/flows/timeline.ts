import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import type { TimelineAnswer, TimelineEntry } from '#contract/calls/timeline.ts'
import { snake, tableOf, type Module, type Register, type Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { can, scopeFilter } from '#contract/rules.ts'
import { reveals, visibleRow } from '#contract/seen.ts'
import { layoutOf, rowFrom } from '#server/crud/columns.ts'
import { isSeenBy, shownChange } from '#server/crud/history.ts'
import { isTheirs } from '#server/crud/list-sql.ts'
import { pointersOf, type Pointer } from '#server/crud/pointers.ts'

const PAGE = 50
/** Of one kind; whoever has more has their older ones in its own list. */
const RECORDS = 500

/** The records that a timeline is about, by module. */
export type Found = Map<Module, Map<number, Row>>
/** Who asks, and where. */
export type Asking = { pool: Pool; register: Register; actor: Actor }

/** Adds what refers to these records, as far as the asker may see it. What refers is read from the declarations. */
export async function addReferring(asking: Asking, found: Found, target: Module, ids: readonly number[]) {
  const { pool, register, actor } = asking
  for (const module of Object.values(register)) {
    if (module === target || module.list || !can(actor, module, 'details')) continue
    const at = pointersOf(module).filter(
      ({ target: to, field }) => 'module' in to && to.module === target.name && reveals(module, field, actor),
    )
    if (at.length === 0) continue
    const scope = scopeFilter(module, actor)
    if (scope === 'none') continue
    // Judged before it is cut: what is out of reach must not crowd out the rest.
    const reach = scope ? ` and ${isTheirs(scope, '$2')}` : ''
    const rows = await rowsWhere(
      pool,
      module,
      `(${at.map(holdsAny).join(' or ')})${reach} order by id desc limit ${RECORDS}`,
      scope ? [ids, scope.value] : [ids],
    )
    const known = found.get(module) ?? new Map<number, Row>()
    for (const row of rows) known.set(row.id, row)
    if (known.size > 0) found.set(module, known)
  }
}

/** Does the column hold any of the ids in $1? */
function holdsAny({ field, inner, within, many }: Pointer): string {
  const column = `"${snake(field)}"`
  if (within === null) return many ? `${column} && $1::int8[]` : `${column} = any($1::int8[])`
  const lines = within === 'lines' ? column : `jsonb_build_array(${column})`
  return `jsonb_path_query_array(${lines}, '$[*]."${inner}"[*]') @> any(select to_jsonb(id) from unnest($1::int8[]) id)`
}

export async function rowsWhere(pool: Pool, module: Module, where: string, values: unknown[]): Promise<Row[]> {
  const { select } = layoutOf(module)
  const { rows } = await pool.query<Record<string, unknown>>(
    `select ${select} from ${tableOf(module)} where ${where}`,
    values,
  )
  return rows.map(raw => rowFrom(module, raw))
}

type Raw = Omit<TimelineEntry, 'key' | 'title'> & { id: number; field: string | null }

/** What happened to all of them, a page of it, the newest first: changes, notes, files. */
export async function timelineOf(
  { pool, actor }: Asking,
  found: Found,
  { kind, after }: { kind?: string | undefined; after?: string | undefined },
): Promise<Omit<TimelineAnswer, 'kinds'>> {
  const ids = [...found].flatMap(([module, rows]) => [...rows.keys()].map(id => [module.name, id] as const))
  const [, at, id] = /^(.+)~(\d+)$/.exec(after ?? '') ?? []
  if (after !== undefined && (!at || Number.isNaN(Date.parse(at)))) throw problem('invalid', 'This is no page.')
  const { rows } = await pool.query<Raw>(
    `with of as (select * from unnest($1::text[], $2::int8[]) as of (module, record)),
     told as (
       select h.at, h.id, h.entity as kind, h.entity as module, h.record_id as record, h.action, h.actor, h.by_name,
         h.offline, h.said_at as "saidAt", h.before, h.after, null as field
       from of join record_history h on h.record_id = of.record and h.entity = of.module
       union all
       select made_at, id, 'note', n.module, n.record, 'note', made_by, null, false, null, '{}',
         jsonb_build_object('text', text), null
       from of join record_note n on n.record = of.record and n.module = of.module where withdrawn_at is null
       union all
       select made_at, id, 'file', f.module, f.record, 'file', made_by, null, false, null, '{}',
         jsonb_build_object('name', name), field
       from of join record_file f on f.record = of.record and f.module = of.module
       where removed_at is null and hash is not null
     )
     select told.at, told.id, kind, module, record, action, actor, coalesce(u.name, by_name) as "actorName", offline,
       "saidAt", before, after, field
     from told left join app_user u on u.id = told.actor
     where ($3::text is null or kind = $3) and ($4::timestamptz is null or (told.at, told.id) < ($4, $5))
     order by told.at desc, told.id desc limit ${PAGE + 1}`,
    [ids.map(([name]) => name), ids.map(([, record]) => record), kind ?? null, at ?? null, id ?? null],
  )
  const modules = new Map([...found.keys()].map(module => [module.name, module]))
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    entries: page.flatMap(raw => entryOf(raw, modules.get(raw.module)!, actor, found)),
    next: rows.length > PAGE && last ? `${last.at}~${last.id}` : null,
  }
}

function entryOf({ id, field, ...raw }: Raw, module: Module, actor: Actor, found: Found): TimelineEntry[] {
  if (raw.kind === raw.module && !isSeenBy(module, actor, raw)) return []
  if (field !== null && !reveals(module, field, actor)) return []
  const row = found.get(module)?.get(raw.record)
  const title = row && visibleRow(module, row, actor)[module.title]
  const shown = raw.kind === raw.module ? shownChange(module, actor, raw.before, raw.after) : {}
  return [{ ...raw, ...shown, key: `${raw.kind} ${id}`, title: typeof title === 'string' ? title : null }]
}

export const kindsIn = (found: Found): string[] =>
  [...found].flatMap(([module, rows]) => (rows.size > 0 ? [module.name] : []))
