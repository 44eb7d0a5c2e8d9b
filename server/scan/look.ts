import type { Actor } from '#contract/actor.ts'
import { fold } from '#contract/fold.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, tableOf, type Module, type Register } from '#contract/module.ts'
import { scopeFilter } from '#contract/rules.ts'
import type { Look, Looked } from '#contract/scan/resolve.ts'
import { copyOf, ownerOf } from '#contract/scan/copied-codes.ts'
import { scannedFields } from '#contract/scan/scanned-fields.ts'
import { mayRead, reveals, stagesSeen } from '#contract/seen.ts'
import { columnOf, isTheirs, keySql, sortKey, type Place } from '#server/crud/list-sql.ts'
import { understood } from '#server/crud/row-plan.ts'
import type { Run } from '#server/lib/transaction.ts'

/** As many as one code may stand on, of each module. More are a mistake that no choice helps with. */
const MOST = 20

type Found = {
  module: string
  field: string | null
  code: string | null
  id: number
  title: string | null
  archived: boolean
  seen: boolean
  /** Of a code that is a copy: whose it is. */
  owner: number | null
  stage: string | null
}

/** Looks for what stands on labels in all tables, each along its index, in one question. */
export function lookIn(run: Run, register: Register, actor: Actor): Look {
  const modules = Object.values(register).filter(module => !module.list && !module.single)
  return {
    byCode: async codes => {
      const values: unknown[] = [[...new Set(codes.map(fold))], [...new Set(codes)]]
      const ways = modules.flatMap(module =>
        scannedFields(module).map(
          field => `(${selected(module, field, actor, placeIn(values))} where ${isOneOf(module, field)} limit ${MOST})`,
        ),
      )
      return ways.length === 0 ? nothing : parted(register, await ask(run, ways.join(' union all '), values))
    },
    byLabel: async ({ code, id }) => {
      const module = modules.find(one => one.code === code)
      const values: unknown[] = [id]
      if (!module) return nothing
      return parted(
        register,
        await ask(run, `${selected(module, null, actor, placeIn(values))} where id = $1::int8`, values),
      )
    },
  }
}
/** Is its code one of those asked for: by its key where it has one, else sign by sign. */
function isOneOf(module: Module, field: string): string {
  const { is } = metaOf(allFields(module)[field]!)
  return is
    ? `${keySql(is, columnOf(field))} = any(array(select ${keySql(is, 'said')} from unnest($2::text[]) said))`
    : `${sortKey(field, 'text')} = any($1::text[])`
}

const nothing: Looked = { hits: [], denied: [] }

const ask = (run: Run, text: string, values: unknown[]) => understood(run<Found>(text, values))

const placeIn =
  (values: unknown[]): Place =>
  value =>
    `$${values.push(value)}`

/** What is needed to say what it is, and whether this person may see it. */
function selected(module: Module, field: string | null, actor: Actor, place: Place): string {
  const shows = mayRead(module, actor) && (field === null || reveals(module, field, actor))
  const scope = shows ? scopeFilter(module, actor) : 'none'
  const theirs =
    scope === null ? 'true' : scope === 'none' ? 'false' : `coalesce(${isTheirs(scope, place(scope.value))}, false)`
  // Who only packs sees a record while it has to do with their work.
  const stages = stagesSeen(module, actor)
  const seen = stages ? `(${theirs} and stage = any(${place(stages)}::text[]))` : theirs
  const code =
    field === null ? `null::text as field, null::text as code` : `'${field}' as field, ${columnOf(field)} as code`
  const owner = field === null ? null : ownerOf(module, field)
  const copy = owner
    ? `${columnOf(owner.by)} as owner, ${module.stages ? 'stage::text' : 'null::text'} as stage`
    : 'null::int8 as owner, null::text as stage'
  const rest = `id, ${columnOf(module.title)} as title, archived_at is not null as archived, ${seen} as seen, ${copy}`
  return `select '${module.name}' as module, ${code}, ${rest} from ${tableOf(module)}`
}

/** Of what somebody may not see they are told no more than which kind of record it is. */
const parted = (register: Register, rows: readonly Found[]): Looked => ({
  hits: rows
    .filter(({ seen }) => seen)
    .map(({ module, id, title, archived, field, code, owner, stage }) => ({
      module,
      id,
      title: title ?? '',
      archived,
      field,
      code: code ?? title ?? '',
      ...(field === null ? {} : copyOf(register[module]!, field, owner, stage)),
    })),
  denied: [...new Set(rows.filter(({ seen }) => !seen).map(({ module }) => module))],
})
