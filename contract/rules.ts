import type { Action } from './action.ts'
import type { Actor } from './actor.ts'
import { metaOf } from './fields.ts'
import { isTheirs, mineFilter, type Whose } from './keep.ts'
import { allFields, ownFields, type Module, type Move, type MoveOf, type Register, type Row } from './module.ts'

const suffix: Record<Action, string> = {
  list: '-a',
  create: '-b',
  edit: '-c',
  details: '-d',
  dispatch: '-e',
  all: '-f',
}

type Guarded = Pick<Module, 'code' | 'wide'>

/** The permission as the specification writes it: permission(inquiry, 'list') is '10-a'. */
export const permission = (of: Guarded, action: Action) => `${of.code}${suffix[action]}`

/** The permissions that open this action; any one of them will do. */
export const permissions = (of: Guarded, action: Action): string[] =>
  of.wide?.includes(action) ? [permission(of, action), permission(of, 'all')] : [permission(of, action)]

export const can = (actor: Pick<Actor, 'permissions'>, of: Guarded, action: Action): boolean =>
  permissions(of, action).some(code => actor.permissions.has(code))

/** The action that a move asks for; approvals ask for edit and, besides, the approve grant. */
export const actionOf = (move: Move<string>): Action => (move.needs === 'dispatch' ? 'dispatch' : 'edit')

/** May this person make this move at all, whatever the record's stage? */
export const mayMove = (module: Module, move: Move<string>, actor: Actor): boolean =>
  can(actor, module, actionOf(move)) && (move.needs !== 'approve' || actor.approves.has(module.name))

/** Does the record's stage allow this move? */
export const stageAllows = (move: Move<string>, row: { stage?: unknown }): boolean =>
  move.from === undefined || move.from.includes(row.stage as string)

/** Is the move for records that are put away, or for those that are not, as this one is? */
export const isForThis = (move: Move<string>, row: { archivedAt?: unknown }): boolean =>
  (move.archived ?? false) === Boolean(row.archivedAt)

/** The moves this person may make on this record now. Buttons are drawn from it; the server asks it again. */
export const movesOf = <M extends Module>(
  module: M,
  row: { stage?: unknown; archivedAt?: unknown },
  actor: Actor,
): MoveOf<M>[] =>
  Object.entries(module.moves ?? {})
    .filter(([, move]) => isForThis(move, row) && stageAllows(move, row) && mayMove(module, move, actor))
    .map(([name]) => name as MoveOf<M>)

/** May the fields still be changed where the record stands? */
export const isEditable = (module: Module, row: { stage?: unknown; archivedAt?: unknown }): boolean =>
  !row.archivedAt && (module.editable === undefined || module.editable.includes(row.stage as string))

/** Is the record one that is no longer chosen for anything? */
export const isRetired = ({ retired }: Pick<Module, 'retired'>, row: { stage?: unknown }): boolean =>
  retired !== undefined && retired.stages.includes(row.stage as string)

export const maySetStatus = (actor: Actor, item: number): boolean =>
  actor.statusPermission === 'all' || actor.statusPermission.includes(item)

/** May this person see records of the module at all, in its list or one by one? Lists are everybody's. */
export const maySee = (module: Module, actor: Pick<Actor, 'permissions'>): boolean =>
  Boolean(module.list) || can(actor, module, 'list') || can(actor, module, 'details')

/** Is the row within what this person's roles let them see? */
export const inScope = (module: Module, row: Record<string, unknown>, actor: Actor): boolean => {
  const filter = scopeFilter(module, actor)
  return filter === 'none' ? false : filter === null || isTheirs(row, filter)
}

/** The scope as a filter that SQL and memory both run: null is everything, 'none' nothing. */
export const scopeFilter = (module: Module, actor: Actor): Whose | null | 'none' => {
  const scope = actor.scopes[module.name] ?? 'all'
  const own = ownFields(module)
  if (scope === 'own' && own.length > 0) return { fields: own, value: actor.id }
  if (scope === 'branch' && module.scope?.branch)
    return actor.branch === null ? 'none' : { fields: [module.scope.branch], value: actor.branch }
  // A limit that the module's rows know nothing of must not open all of them.
  return scope === 'all' || !module.scope ? null : 'none'
}

/** May this person see this field of the module? */
export const reveals = (module: Module, field: string, actor: Pick<Actor, 'permissions'>): boolean => {
  const declared = allFields(module)[field]
  const reveal = declared && metaOf(declared).reveal
  return !reveal || can(actor, module, reveal)
}

/** The fields of the module that this person must not see. */
export const hiddenFields = (module: Module, actor: Pick<Actor, 'permissions'>): string[] =>
  guardedFields(module).filter(field => !reveals(module, field, actor))

const guarded = new WeakMap<Module, string[]>()

/** Asked for every row that is answered, so it is looked up once. */
const guardedFields = (module: Module): string[] => {
  let fields = guarded.get(module)
  if (!fields) {
    fields = Object.entries(allFields(module)).flatMap(([name, field]) => (metaOf(field).reveal ? [name] : []))
    guarded.set(module, fields)
  }
  return fields
}

/** A row as this person may see it: hidden fields are left out. */
export const visibleRow = (module: Module, row: Row, actor: Pick<Actor, 'permissions'>): Row => {
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
    module.offline.keep === 'none' || !can(actor, module, 'list') ? 'none' : groupOfKept(module, actor),
  )

/** What a module's rows are counted with on a device: all lists lie together. Whoever holds all of it has it as a group's name. */
export const partOf = (module: Named): string => (module.list ? 'lists' : module.name)
type Named = Pick<Module, 'name'> & { list?: unknown }

/** Do rows of this module belong to any of the groups? */
export const holds = (names: readonly string[], module: Named): boolean =>
  names.some(name => name === partOf(module) || (!module.list && name.startsWith(`${module.name}:`)))

/** The sync groups whose rows this person may see at all. */
export const groupsSeen = (register: Register, actor: Actor): string[] =>
  groupsWhere(register, actor, module => (maySee(module, actor) ? groupOfScope(module, actor) : 'none'))

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
