// What people see of records, as the server asks it before it answers. Devices hold what they were given.
import type { Actor } from './actor.ts'
import { glimpses } from './glimpses.ts'
import { mineFilter } from './keep.ts'
import { allFields, ownFields, type Module, type Register, type Row } from './module.ts'
import {
  can,
  inScope,
  maySee,
  permissions,
  scopeFilter,
  hiddenFields as guarded,
  reveals as revealsGuarded,
} from './rules.ts'

type Person = Pick<Actor, 'permissions'>

const readings = ['list', 'create', 'edit', 'details'] as const

/** What this person sees of the module's records, who has nothing else to do with it; null for everybody else. */
function glimpseOf(module: Module, actor: Person) {
  const glimpse = glimpses[module.name]
  return glimpse?.by.some(code => actor.permissions.has(code)) && !readings.some(action => can(actor, module, action))
    ? glimpse
    : null
}

/** Where the records stand that this person sees; null where that does not matter. */
export const stagesSeen = (module: Module, actor: Person): readonly string[] | null =>
  glimpseOf(module, actor)?.stages ?? null

/** Is the row one of those that this person sees: within their scope, and where it stands? */
export const isShown = (module: Module, row: Record<string, unknown>, actor: Actor): boolean =>
  inScope(module, row, actor) && (stagesSeen(module, actor)?.includes(row.stage as string) ?? true)

/** The permissions that open an action which only reads. */
export const readers = (module: Module, action: 'list' | 'details'): string[] => [
  ...new Set([...permissions(module, action), ...(glimpses[module.name]?.by ?? [])]),
]

/** May this person read records of the module, if only some fields of them? */
export const mayRead = (module: Module, actor: Person): boolean =>
  maySee(module, actor) || glimpseOf(module, actor) !== null

/** May this person open one of them, if only some of its fields? To list them is no right to open one. */
export const mayOpen = (module: Module, actor: Person): boolean =>
  Boolean(module.list) || can(actor, module, 'details') || glimpseOf(module, actor) !== null

/** May this person look through them, if only at some fields? Lists are everybody's. */
export const mayList = (module: Module, actor: Person): boolean =>
  Boolean(module.list) || can(actor, module, 'list') || glimpseOf(module, actor) !== null

/** May this person see this field of the module? What every record has is seen with it. */
export const reveals = (module: Module, field: string, actor: Person): boolean => {
  const glimpse = field in allFields(module) ? glimpseOf(module, actor) : null
  return glimpse ? glimpse.fields.includes(field) : revealsGuarded(module, field, actor)
}

/** The fields of the module that this person must not see. */
export const hiddenFields = (module: Module, actor: Person): string[] => {
  const glimpse = glimpseOf(module, actor)
  return glimpse
    ? Object.keys(allFields(module)).filter(field => !glimpse.fields.includes(field))
    : guarded(module, actor)
}

/** A row as this person may see it: hidden fields are left out. */
export const visibleRow = (module: Module, row: Row, actor: Person): Row => {
  const hidden = hiddenFields(module, actor)
  if (hidden.length === 0) return row
  return Object.fromEntries(Object.entries(row).filter(([field]) => !hidden.includes(field))) as Row
}

/**
 * The sync groups whose rows belong on this person's devices. A row's groups are written by the database's feed
 * trigger: 'lists' for every list item, else `module`, `module:own:<user>` and `module:branch:<branch>`.
 */
export const groupsOf = (register: Register, actor: Actor): string[] =>
  groupsWhere(register, actor, module =>
    module.offline.keep === 'none' || !mayList(module, actor) ? 'none' : groupOfKept(module, actor),
  )

/** The sync groups whose rows this person may see at all. */
export const groupsSeen = (register: Register, actor: Actor): string[] =>
  groupsWhere(register, actor, module => (mayRead(module, actor) ? groupOfScope(module, actor) : 'none'))

const groupsWhere = (register: Register, actor: Actor, groupOf: (module: Module) => string) => [
  'lists',
  ...Object.values(register).flatMap(module => {
    const group = module.list ? 'none' : groupOf(module)
    return group === 'none' ? [] : [group]
  }),
]

function groupOfScope(module: Module, actor: Actor): string {
  const filter = scopeFilter(module, actor)
  return filter === 'none' || filter === null
    ? (filter ?? module.name)
    : `${module.name}:${actor.scopes[module.name]}:${filter.value}`
}

/** Of a module that is kept for those whose rows they are, only those come. */
function groupOfKept(module: Module, actor: Actor): string {
  const group = groupOfScope(module, actor)
  if (module.offline.keep !== 'mine' || group === 'none') return group
  const mine = mineFilter(module, actor)
  return mine ? `${module.name}:${ownFields(module).length > 0 ? 'own' : 'branch'}:${mine.value}` : 'none'
}
