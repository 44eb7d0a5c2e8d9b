import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { stageAllows } from '#contract/record-rules.ts'
import { mayMove } from '#contract/rules.ts'
import { movesBackBy } from '#src/data/use-take-back.ts'
import type { Send } from '#src/data/use-writes.ts'
import type { Step } from './take-back.ts'

type MovesBack = { module: Module; actor: Actor; sendBack: Send }

/**
 * The moves that take a move back, one after the other, until the record stands where it stood before; null where it cannot
 * be undone, or this person may not.
 */
export function wayBack(module: Module, name: string, before: Row, after: Row, actor: Actor): string[] | null {
  const moves = module.moves ?? {}
  const may = (step: string, row: Row) => stageAllows(moves[step]!, row) && mayMove(module, moves[step]!, actor)
  const back = (moves[name]?.back ?? []).filter(step => may(step, after))
  const straight = back.find(step => moves[step]!.to === before.stage)
  if (straight) return [straight]
  for (const first of back) {
    const between = { ...after, stage: moves[first]!.to! }
    const second = Object.entries(moves).find(
      ([step, { to, back: isUndone }]) => isUndone && to === before.stage && may(step, between),
    )
    if (second) return [first, second[0]]
  }
  return null
}

/**
 * How a move that was made is taken back on the record as it left that: by steps, each of which answers the record as it stands
 * after it. None where it cannot be, or this person may not.
 */
export function moveBack({ module, actor, sendBack }: MovesBack, name: string, before: Row, after: Row): Step[] {
  const back = movesBackBy(module, sendBack)
  const way = wayBack(module, name, before, after, actor) ?? []
  return way.map(move => async row => {
    const outcome = await back(row, move)
    if (outcome.state !== 'saved' && outcome.state !== 'waiting') return outcome
    return { ...outcome, row: { ...(outcome.row ?? row), stage: module.moves![move]!.to! } }
  })
}
