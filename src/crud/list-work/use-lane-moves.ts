import { useTranslation } from 'react-i18next'
import type { Actor } from '#contract/actor.ts'
import { isMergeable } from '#contract/calls/work.ts'
import type { Module, Row } from '#contract/module.ts'
import { movesOf, refusalOf } from '#contract/record-rules.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import type { Values } from '#src/form/check.ts'
import { isCellEditable } from './editable.ts'
import type { Lane } from './lanes.ts'
import { nameOf } from '../acts/name-of.ts'
import { useActs } from '../acts/use-acts.ts'
import type { Screens } from '../screens.ts'
import { useAskedMoves } from '../use-asked-moves.tsx'
import { useMoving } from './use-moving.tsx'

/** A way to take a card to another lane. `refused`: what is to be done before, in a sentence. */
export type Way = { label: string; to: Lane; move?: string | undefined; refused?: string | null }

/** Can a card go that way now? */
export const isOpen = ({ refused }: Way): boolean => !refused

/** The moves that lead somewhere, for this person and this record. */
const leading = (module: Module, row: Row, actor: Actor) => {
  const merges = isMergeable(module) ? ['merge', 'undoMerge'] : []
  return movesOf(module, row, actor).flatMap(name => {
    const to = module.moves?.[name]?.to
    return to === undefined || merges.includes(name) ? [] : [{ name, to }]
  })
}

/** Taking records from lane to lane: by a move where the lanes are stages, else by a change of the field. */
export function useLaneMoves(screens: Screens, by: string, lanes: readonly Lane[]) {
  const { module } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const actor = useActor()
  const acts = useActs(module)
  const { under, follow, failure } = useMoving<Lane>(module)

  const waysOf = (row: Row): Way[] => {
    if (by !== 'stage') {
      if (!isCellEditable(module, row, by, actor)) return []
      return lanes
        .filter(lane => lane.value !== (row[by] ?? null))
        .map(to => ({ to, label: t('listWork.board.to', { lane: to.label }) }))
    }
    return leading(module, row, actor).flatMap(({ name, to }) => {
      const lane = lanes.find(one => one.value === to)
      if (!lane) return []
      const label = t('listWork.board.move', { move: words.move(name), lane: lane.label })
      return { to: lane, move: name, label, refused: refusalOf(module, name, row) }
    })
  }

  const laneOf = (move: string) => lanes.find(({ value }) => value === module.moves?.[move]?.to)
  const makeMove = (row: Row, move: string, args: Values = {}) =>
    follow(row, laneOf(move)!, () => acts.move(row, move, args))
  const { ask, dialog } = useAskedMoves(screens, makeMove)

  /** Goes that way, with what it asks for. */
  const go = async (row: Row, { to, move, label }: Way) => {
    const title = nameOf(module, row)
    if (move !== undefined) {
      const named = t('listWork.board.moveTitle', { move: words.move(move), title })
      await ask({ row, move, title: named, label })
    } else {
      const said = t('listWork.board.moved', { title, lane: to.label })
      await follow(row, to, () => acts.change(row, { [by]: to.value }, said))
    }
  }
  return { waysOf, go, makeMove, dialog, under, failure }
}
