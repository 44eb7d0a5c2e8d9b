import type { BulkPreview, WorkTarget } from '#contract/calls/work.ts'
import { isMergeable } from '#contract/calls/work.ts'
import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { mayWrite, movesOf, refusalOf } from '#contract/record-rules.ts'
import { can, mayMove } from '#contract/rules.ts'
import { searchOf } from '#src/data/list-pages.ts'
import type { Target } from '../list/model.ts'
import type { Question } from '../list/state.ts'
import { isFieldChangeable } from './editable.ts'

/** A list's question as the server's works and exports take it. */
export const questionOf = (question: Question): Record<string, string> =>
  Object.fromEntries(Object.entries(searchOf(question)).map(([name, value]) => [name, String(value)]))

export const workTargetOf = (target: Target): WorkTarget =>
  'ids' in target ? { ids: [...target.ids] } : { question: questionOf(target.question), except: [...target.except] }

/** How many would be changed: those of which that is known, and those that are judged only when it is done. */
export const mayChange = ({ count, judged, changes }: BulkPreview): number => changes + Math.max(0, count - judged)

/** What this person can do with many records of the module at once. */
export type BulkOffers = {
  /** The fields that can be changed. */
  fields: string[]
  archive: boolean
  restore: boolean
  moves: string[]
}

/** `known` are the selected rows where all of them are known: then only what each of them allows is offered. */
export function bulkOffers(module: Module, archived: boolean, known: readonly Row[] | null, actor: Actor): BulkOffers {
  const ofOthers = known?.some(row => !mayWrite(module, row, actor, ['edit'])) ?? false
  const mayEdit = can(actor, module, 'edit') && !module.appendOnly && !module.single && !ofOthers
  const merges = isMergeable(module) ? ['merge', 'undoMerge'] : []
  const moves = Object.entries(module.moves ?? {}).flatMap(([name, move]) =>
    !move.alone &&
    mayMove(module, move, actor) &&
    !merges.includes(name) &&
    (known === null ||
      known.every(row => movesOf(module, row, actor).includes(name as never) && !refusalOf(module, name, row)))
      ? [name]
      : [],
  )
  return {
    fields:
      archived || ofOthers ? [] : Object.keys(module.fields).filter(name => isFieldChangeable(module, name, actor)),
    archive: mayEdit && !archived,
    restore: mayEdit && archived,
    moves: archived ? [] : moves,
  }
}
