import type { Action } from './action.ts'
import type { Actor } from './actor.ts'
import type { Module, Move, MoveOf } from './module.ts'
import { actionsOf, can, mayMove } from './rules.ts'

/** Does the record allow this move as it stands? */
export const stageAllows = (move: Move<string>, row: { stage?: unknown }): boolean =>
  (move.from === undefined || move.from.includes(row.stage as string)) && (move.when?.(row) ?? true)

/** Is the move for records that are put away, for those that are not, or for both, as this one is? */
export const isForThis = (move: Move<string>, row: { archivedAt?: unknown }): boolean =>
  move.archived === 'either' || (move.archived ?? false) === Boolean(row.archivedAt)

/** May this person write this very record, who may write some of the module? `asked`: any of them will do. */
export const mayWrite = (
  { code, alsoFor = {} }: Pick<Module, 'code' | 'alsoFor'>,
  row: Record<string, unknown>,
  actor: Pick<Actor, 'permissions'>,
  asked: readonly Action[],
): boolean =>
  asked.some(action => can(actor, { code }, action)) ||
  Object.entries(alsoFor).every(([field, codes]) => !row[field] || codes?.some(one => actor.permissions.has(one)))

/** The moves this person may make on this record now. Buttons are drawn from it; the server asks it again. */
export const movesOf = <M extends Module>(module: M, row: Record<string, unknown>, actor: Actor): MoveOf<M>[] =>
  Object.entries(module.moves ?? {})
    .filter(([, move]) => isForThis(move, row) && stageAllows(move, row) && mayMove(module, move, actor))
    .filter(([, move]) => mayWrite(module, row, actor, actionsOf(move)))
    .map(([name]) => name as MoveOf<M>)

/** What is still to be done before a move that is offered, in a sentence for people; null where nothing is. */
export const refusalOf = (module: Module, move: string, row: Record<string, unknown>): string | null =>
  module.moves?.[move]?.refuses?.(row) ?? null

/** May the fields still be changed where the record stands? */
export const isEditable = (module: Module, row: { stage?: unknown; archivedAt?: unknown }): boolean =>
  !row.archivedAt && (module.editable === undefined || module.editable.includes(row.stage as string))

/** May this person change its fields where it stands, who may change some of the module? */
export const mayChange = (module: Module, row: Record<string, unknown>, actor: Pick<Actor, 'permissions'>): boolean =>
  isEditable(module, row) && mayWrite(module, row, actor, ['edit'])

/** May the record be archived where it stands? */
export const isArchivable = ({ archivable }: Pick<Module, 'archivable'>, row: { stage?: unknown }): boolean =>
  archivable === undefined || archivable.includes(row.stage as string)
