import type { Actor } from '#contract/actor.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { mayMove } from '#contract/rules.ts'

const moves = Object.entries(unit.moves!).map(([name, move]) => ({ name, ...move }))

/**
 * Moves that are no more than putting a device somewhere else. What asks for something, is an approval or dispatches is done on
 * its own page. So is what takes a device from the order that it is meant for.
 */
const byHand = moves.filter(
  ({ args, needs, exclusive, offline, from }) =>
    !args && needs === undefined && !exclusive && offline && !from?.includes('allocated'),
)

export const placingMoves: readonly string[] = byHand.map(({ name }) => name)

export const placingMovesFor = (actor: Actor): string[] =>
  byHand.filter(move => mayMove(unit, move, actor)).map(({ name }) => name)

type Move = (typeof moves)[number]
const moveOf = (name: string): Move => moves.find(one => one.name === name)!

/** Where a move leads. */
export const placeOf = (name: string) => moveOf(name).to!

export const mayBePut = ({ stage }: Pick<Unit, 'stage'>, name: string): boolean =>
  moveOf(name).from?.includes(stage) ?? false

/** In stock nobody knows any more whose it was: of somebody's device that is decided on its own page. */
export const isTheirs = ({ customer }: Pick<Unit, 'customer'>, name: string): boolean =>
  name === 'restock' && customer !== null

/** The move that puts it back where it was; null where none does, or not all of what it was would come back. */
export function backOf(name: string, from: string, { holder }: Pick<Unit, 'holder'>): string | null {
  // Who had it instead of us, no move says again.
  if (holder !== 'us') return null
  return byHand.find(move => move.to === from && move.from?.includes(placeOf(name)))?.name ?? null
}
