import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import { recordId } from '#contract/fields.ts'
import { filterNamed } from '#contract/filters.ts'
import { snake, tableOf, type Module, type Register } from '#contract/module.ts'
import { mayReferToAny, permissions, scopeFilter } from '#contract/rules.ts'
import { wordsIn as wordsOf } from '#contract/search-words.ts'
import { canBeOff } from '#contract/switched-off.ts'
import { conditionOf } from './filters.ts'
import { invalid } from './invalid.ts'
import { pointersIn, pointersOf } from './pointers.ts'
import { isTheirs, naturalKey } from './list-sql.ts'
import { namedTo } from './uses-query.ts'
import { inOrder, understood, type RowPool } from './row-plan.ts'

const LIMIT = 50
const IDS = 100

export const pickQuery = z.strictObject({
  q: z.string().max(200).optional(),
  /** The names of these, also of archived ones. */
  ids: z
    .string()
    .regex(/^\d{1,16}(,\d{1,16}){0,99}$/)
    .optional(),
  /** What is retired or switched off is found where something is looked for, not where one is chosen; names are told of any. */
  for: z.enum(['choose', 'find']).optional(),
})
export const pickAnswer = z.object({ rows: z.array(z.object({ id: recordId(), title: z.string() })) })
type PickAnswer = z.infer<typeof pickAnswer>
type Picked = PickAnswer['rows'][number]

const forms = ['list', 'create', 'edit', 'details'] as const
const opening = (module: Module) => forms.flatMap(action => permissions(module, action))

/** The permissions for whatever refers to the module: who may open such a form may read the names in it. */
export const referring = (register: Register, module: Module): string[] => [
  ...new Set(
    Object.values(register)
      // A record of the module itself that points at another of them opens no more of them than its own rows.
      .filter(
        other =>
          other !== module &&
          [
            ...pointersOf(other),
            ...Object.values(other.moves ?? {}).flatMap(({ args }) => pointersIn(args ?? {})),
          ].some(({ target }) => 'module' in target && target.module === module.name),
      )
      .flatMap(opening),
  ),
]

/** Who may pick from the module: those, and whoever may see its own records. */
export const pickers = (register: Register, module: Module): string[] => [
  ...new Set([...opening(module), ...referring(register, module)]),
]

/** Ids and titles, and nothing else of a record: for choosing one, and for naming those that are chosen. */
export async function pick(
  pool: RowPool,
  register: Register,
  module: Module,
  actor: Actor,
  { q, ids, for: aim = ids === undefined ? 'choose' : 'find' }: z.infer<typeof pickQuery>,
): Promise<PickAnswer> {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const title = `"${snake(module.title)}"`
  const all = [`${title} is not null`]
  const refers = referring(register, module).some(code => actor.permissions.has(code))
  const scope = refers && mayReferToAny(module, actor) ? null : scopeFilter(module, actor)
  const asked = ids === undefined ? null : wholeIds(ids)
  const named = asked && refers && scope !== null ? await namedTo({ pool, register, actor }, module, asked) : []
  if (scope === 'none' && named.length === 0) return { rows: [] }
  const theirs = scope && scope !== 'none' ? isTheirs(scope, place(scope.value)) : String(scope === null)
  if (scope) all.push(named.length > 0 ? `(${theirs} or id = any(${place(named)}::int8[]))` : theirs)
  if (ids === undefined || aim === 'choose') all.push('archived_at is null')
  if (asked) all.push(`id = any(${place(asked)}::int8[])`)
  if (aim === 'choose' && module.retired) all.push(`stage <> all(${place(module.retired.stages)}::text[])`)
  if (aim === 'choose' && canBeOff(module)) all.push('active')
  const said = q ?? ''
  const words = wordsOf(said)
  const filter = filterNamed(module, module.title)
  if (words.length > 0 && filter) all.push(conditionOf(module, filter, [{ is: 'words', words, said }], place))
  const where = all.join(' and ')
  const key = naturalKey(`${title}::text`)
  if (asked) {
    const text = `select id, ${title}::text as title from ${tableOf(module)} where ${where} order by ${key}, id limit ${IDS}`
    return { rows: (await understood(pool.query<Picked>(text, values))).rows }
  }
  const found = await inOrder(
    { pool, module, where, values },
    { key, down: false, narrow: [], stretch: () => [] },
    LIMIT,
  )
  return { rows: found.map(row => ({ id: row.id as number, title: String(row[module.title]) })) }
}

function wholeIds(text: string): number[] {
  const ids = text.split(',').map(Number)
  if (!ids.every(Number.isSafeInteger)) throw invalid({ ids: 'This is no id.' })
  return ids
}
