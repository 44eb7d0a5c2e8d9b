import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { mayMove, stageAllows } from '#contract/rules.ts'
import type { Outcome } from '#src/data/outcome.ts'

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

/** Goes back step by step, as far as it goes. */
export async function stepsBack(
  module: Module,
  row: Row,
  way: readonly string[],
  step: (row: Row, move: string) => Promise<Outcome>,
): Promise<Outcome> {
  let outcome = await step(row, way[0]!)
  for (const move of way.slice(1)) {
    if (outcome.state !== 'saved' && outcome.state !== 'waiting') return outcome
    const stage = module.moves![way[0]!]!.to!
    outcome = await step({ ...(outcome.row ?? row), stage }, move)
  }
  return outcome
}
