import type { Actor } from './actor.ts'
import { metaOf, type Fields } from './fields.ts'
import { allFields, ownFields, type Module, type Register, type Row } from './module.ts'

/** What stays on a device although nobody needs it today. */
export const RECENT_DAYS = 30
/** So many rows of a module belong on one device at most; above, its policy is too wide. */
export const KEEP_BUDGET = 10_000

const DAY = 86_400_000

/** From when on a record counts as touched lately. */
export const recentFrom = (now: number): string => new Date(now - RECENT_DAYS * DAY).toISOString()

/** Does a device hold some rows of this module and not others? Then it never knows all of them. */
export const isKeptInPart = (module: Module): boolean =>
  !module.list && (module.offline.keep === 'recent' || module.offline.keep === 'mine')

/** Rows that have the value in any of the fields. */
export type Whose = { fields: readonly string[]; value: number }

export const isTheirs = (row: Record<string, unknown>, { fields, value }: Whose): boolean =>
  fields.some(field => row[field] === value)

/** The rows of a 'mine' module that are this person's: by its own fields, else by their branch. */
export const mineFilter = (module: Module, actor: Pick<Actor, 'id' | 'branch'>): Whose | null => {
  const own = ownFields(module)
  if (own.length > 0) return { fields: own, value: actor.id }
  if (module.scope?.branch && actor.branch !== null) return { fields: [module.scope.branch], value: actor.branch }
  return null
}

/** Does the record belong to one of these sync groups, which are named as the database's feed trigger names them? */
export function isInGroup(module: Module, row: Row, names: readonly string[]): boolean {
  if (names.includes(module.list ? 'lists' : module.name)) return true
  const isOf = (limit: string, fields: readonly string[]) =>
    fields.some(field => typeof row[field] === 'number' && names.includes(`${module.name}:${limit}:${row[field]}`))
  return isOf('own', ownFields(module)) || (module.scope?.branch !== undefined && isOf('branch', [module.scope.branch]))
}

/** Does the record belong on devices for what it is: its module is kept whole, it is open, or it was touched lately? */
export function isKept(module: Module, row: Row, actor: Pick<Actor, 'id' | 'branch'>, now: number): boolean {
  if (module.list) return true
  switch (module.offline.keep) {
    case 'all':
      return true
    case 'none':
      return false
    case 'mine': {
      const mine = mineFilter(module, actor)
      return mine !== null && isTheirs(row, mine) && (!module.offline.open || isOpenOrRecent(module, row, now))
    }
    case 'recent':
      return isOpenOrRecent(module, row, now)
  }
}

const isOpenOrRecent = (module: Module, row: Row, now: number): boolean =>
  isOpen(module, row) || row.updatedAt >= recentFrom(now)

const isOpen = (module: Module, { stage, archivedAt }: Row): boolean =>
  archivedAt === null && stage !== undefined && (module.offline.open ?? []).includes(stage)

type Pointing = { field: string; column: string | null; module: string }
const pointing = new WeakMap<Register, Map<Module, Pointing[]>>()

/** The fields of a module, and the columns of its lines, that name records of modules of which devices keep the recent ones. */
export function pointingOf(register: Register, module: Module): readonly Pointing[] {
  const known = pointing.get(register) ?? new Map<Module, Pointing[]>()
  pointing.set(register, known)
  let found = known.get(module)
  if (!found) {
    found = pointingIn(register, allFields(module), null)
    known.set(module, found)
  }
  return found
}

const pointingIn = (register: Register, fields: Fields, within: string | null): Pointing[] =>
  Object.entries(fields).flatMap(([name, schema]) => {
    const { kind, module, ofLine, line } = metaOf(schema)
    if (kind === 'lines') return within === null ? pointingIn(register, line ?? {}, name) : []
    if ((kind !== 'reference' && kind !== 'references') || ofLine || register[module!]?.offline.keep !== 'recent')
      return []
    return [{ field: within ?? name, column: within === null ? null : name, module: module! }]
  })

export type Named = { t: string; id: number }

/** The records that a row refers to and that a device might not hold. */
export function referredBy(register: Register, module: Module, row: Row): Named[] {
  const named: Named[] = []
  const name = (t: string, value: unknown) => {
    if (typeof value === 'number') named.push({ t, id: value })
    else if (Array.isArray(value)) for (const id of value as unknown[]) name(t, id)
  }
  for (const { field, column, module: t } of pointingOf(register, module)) {
    if (column === null) name(t, row[field])
    else for (const line of (row[field] as Record<string, unknown>[] | null | undefined) ?? []) name(t, line[column])
  }
  return named
}
