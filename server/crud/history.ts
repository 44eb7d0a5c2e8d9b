import type pg from 'pg'
import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import { PRINT, SCAN } from '#contract/intent.ts'
import { allFields, snake, type Module } from '#contract/module.ts'
import { reveals } from '#contract/seen.ts'
import { fromHistory } from './columns.ts'

type Values = Record<string, unknown>

export const historyEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** create, change, archive, restore, a move's name, delete, sql, or that its label was printed or it was scanned. */
  action: z.string(),
  actor: z.int().nullable(),
  actorName: z.string().nullable(),
  recordId: z.int(),
  version: z.int(),
  offline: z.boolean(),
  /** When it was said, by the word of the device on which it waited. */
  saidAt: z.iso.datetime().nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export const historyQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** The id of the oldest entry seen: older ones follow. */
  after: z.coerce.number().int().positive().optional(),
})
export const historyAnswer = z.object({ entries: z.array(historyEntry), next: z.int().nullable() })
type Entry = z.infer<typeof historyEntry>
export type HistoryAnswer = { entries: Entry[]; next: number | null }

/** What happened to a record, or to all of a module, the newest first; only the fields that this person may see. */
export async function historyOf(
  pool: Pick<pg.Pool, 'query'>,
  module: Module,
  actor: Actor,
  { limit, after }: z.infer<typeof historyQuery>,
  record: number | null,
): Promise<HistoryAnswer> {
  const { rows } = await pool.query<Entry>({
    text: `select h.id, h.at, h.action, h.actor, coalesce(u.name, h.by_name) as "actorName", h.record_id as "recordId", h.version, h.offline,
             h.said_at as "saidAt", h.before, h.after
           from record_history h left join app_user u on u.id = h.actor
           where h.entity = $1 and ($2::int8 is null or h.id < $2) and ($3::int8 is null or h.record_id = $3)
           order by h.id desc limit $4`,
    values: [module.name, after ?? null, record, limit + 1],
  })
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? page.at(-1)! : null
  const marks =
    record === null ? [] : await marksOf(pool, module, record, { from: next?.at ?? null, after: after ?? null })
  const entries = page.map(row => ({ ...row, ...shownChange(module, actor, row.before, row.after) }))
  return {
    // A change of nothing but hidden fields did not happen for those who may not see them.
    entries: withMarks(entries.filter(isSeen), marks),
    next: next?.id ?? null,
  }
}

/** When its label was printed and it was scanned between two of its changes, or of all times; the newest first. */
async function marksOf(
  pool: Pick<pg.Pool, 'query'>,
  module: Module,
  record: number,
  { from, after }: { from: string | null; after: number | null },
): Promise<Entry[]> {
  const { rows } = await pool.query<Entry>({
    text: `with mark as (
             select '${PRINT}' as action, id, at, actor, record, module, offline, said_at, jsonb_build_object('copies', copies) as after
             from label_print
             union all
             select '${SCAN}', id, at, actor, record, module, offline, said_at, jsonb_build_object('mode', mode)
             from record_scan
           )
           select m.id, m.at, m.action, m.actor, u.name as "actorName", m.record as "recordId", 0 as version,
             m.offline, m.said_at as "saidAt", '{}'::jsonb as before, m.after
           from mark m left join app_user u on u.id = m.actor
           where m.record = $1 and m.module = $2 and ($3::timestamptz is null or m.at >= $3)
             and ($4::int8 is null or m.at < (select at from record_history where id = $4))
           order by m.at desc, m.action, m.id desc limit ${MOST_MARKS}`,
    values: [record, module.name, from, after],
  })
  return rows
}
/** Nobody reads on that far. */
const MOST_MARKS = 1_000

/** Changes keep their order, whatever their time says; each mark stands before the first that is older. */
function withMarks(changes: readonly Entry[], marks: readonly Entry[]): Entry[] {
  const left = [...marks]
  const told = changes.flatMap(change => {
    const newer = left.findIndex(({ at }) => Date.parse(at) < Date.parse(change.at))
    return [...left.splice(0, newer < 0 ? left.length : newer), change]
  })
  return [...told, ...left]
}

/** May this person know of it? A change of nothing but fields that they may not see is none to them. */
export const isSeenBy = (module: Module, actor: Actor, entry: Pick<Entry, 'action' | 'before' | 'after'>): boolean =>
  isSeen({ ...entry, ...shownChange(module, actor, entry.before, entry.after) })

const isSeen = ({ action, before, after }: Pick<Entry, 'action' | 'before' | 'after'>) =>
  action !== 'change' || !isEmpty(before, after)

const isEmpty = (...values: Values[]) => values.every(value => Object.keys(value).length === 0)

/** The change as this person may see it: hidden fields are left out, values are as rows have them. */
export function shownChange(
  module: Module,
  actor: Actor,
  before: Values,
  after: Values,
): { before: Values; after: Values } {
  const shown: { before: Values; after: Values } = { before: {}, after: {} }
  const fields = [...Object.keys(allFields(module)), ...(module.stages ? ['stage'] : []), 'archivedAt']
  for (const field of fields) {
    if (!reveals(module, field, actor)) continue
    const [was, became] = [valueIn(module, field, before), valueIn(module, field, after)]
    if (module.list?.extra.includes(field) && JSON.stringify(was) === JSON.stringify(became)) continue
    if (was !== undefined) shown.before[field] = was
    if (became !== undefined) shown.after[field] = became
  }
  return shown
}

const valueIn = (module: Module, field: string, columns: Values): unknown => {
  const values = module.list?.extra.includes(field) ? ((columns.extra as Values | undefined) ?? {}) : columns
  const name = values === columns ? snake(field) : field
  return name in values ? fromHistory(module, field, values[name]) : undefined
}
