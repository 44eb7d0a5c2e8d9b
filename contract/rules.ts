import type { Action } from './action.ts'
import type { Actor } from './actor.ts'
import { metaOf } from './fields.ts'
import { isTheirs, type Whose } from './keep.ts'
import { allFields, ownFields, type Module, type Move } from './module.ts'

const suffix: Record<Action, string> = {
  list: '-a',
  create: '-b',
  edit: '-c',
  details: '-d',
  dispatch: '-e',
  erase: '-e',
  all: '-f',
}

type Guarded = Pick<Module, 'code' | 'wide' | 'also' | 'madeByServer'>

/** The permission as the specification writes it: permission(inquiry, 'list') is '10-a'. */
export const permission = (of: Guarded, action: Action) => `${of.code}${suffix[action]}`

/** The permissions that open this action; any one of them will do. */
export const permissions = (of: Guarded, action: Action): string[] => [
  permission(of, action),
  ...(of.wide?.includes(action) ? [permission(of, 'all')] : []),
  ...(of.also?.[action] ?? []),
]

export const can = (actor: Pick<Actor, 'permissions'>, of: Guarded, action: Action): boolean =>
  !(of.madeByServer && action === 'create') && permissions(of, action).some(code => actor.permissions.has(code))

/** The actions of which a move asks for any; approvals ask for edit and, besides, the approve grant. */
export const actionsOf = ({ needs }: Move<string>): Action[] =>
  needs === 'dispatch' || needs === 'erase' ? [needs] : needs === 'editOrDispatch' ? ['edit', 'dispatch'] : ['edit']

/** The permissions that open a move; any one of them will do. */
export const movePermissions = (of: Guarded, move: Move<string>): string[] =>
  actionsOf(move).flatMap(action => permissions(of, action))

/** Has this person the grant to approve what is done in this module? */
export const mayApprove = ({ name, approvedAs = name }: Module, actor: Pick<Actor, 'approves'>): boolean =>
  actor.approves.has(approvedAs)

/** May this person make this move at all, whatever the record's stage? */
export const mayMove = (module: Module, move: Move<string>, actor: Actor): boolean =>
  movePermissions(module, move).some(code => actor.permissions.has(code)) &&
  (move.needs !== 'approve' || mayApprove(module, actor))

/**
 * Is a second person told who made this move, and not that it is done? So it is with approvals, with whatever ends a record
 * and waits on no device, and where the move says so.
 */
export const isMadeOnce = (module: Pick<Module, 'aside'>, { exclusive, needs, to, offline }: Move<string>): boolean =>
  exclusive === true || needs === 'approve' || (!offline && to !== undefined && module.aside?.[to] === 'ended')

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

/** May this person refer to any record of the module, whosever it is, and read its name? */
export const mayReferToAny = (module: Module, actor: Actor): boolean =>
  module.namesOpen === true || scopeFilter(module, actor) === null

/** May this person see this field of a module that they see? The server asks `seen.ts`. */
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

/** What a module's rows are counted with on a device: all lists lie together. Whoever holds all of it has it as a group's name. */
export const partOf = (module: Named): string => (module.list ? 'lists' : module.name)
type Named = Pick<Module, 'name'> & { list?: unknown }

/** Do rows of this module belong to any of the groups? */
export const holds = (names: readonly string[], module: Named): boolean =>
  names.some(name => name === partOf(module) || (!module.list && name.startsWith(`${module.name}:`)))
