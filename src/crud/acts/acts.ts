import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { archiveBackBy, changeBackBy } from '#src/data/use-take-back.ts'
import { moveBy, type Send, type useChange, type useMoves } from '#src/data/use-writes.ts'
import type { Words } from '#src/fields/words.ts'
import { nameOf } from './name-of.ts'
import { offerUndo, type Sayers } from './offer-undo.ts'
import type { Step } from './take-back.ts'
import { moveBack } from './way-back.ts'

export type Values = Record<string, unknown>

/** What acts are made with: whoever is here, their words, and the ways to write. */
export type Hands = Sayers & {
  module: Module
  words: Words
  actor: Actor
  change: ReturnType<typeof useChange>
  make: ReturnType<typeof useMoves>
  sendBack: Send
}

type Act = { said: string; undone?: string; back: readonly Step[] }

async function act(hands: Hands, row: Row, outcome: Outcome, actOf: (after: Row) => Act): Promise<Outcome> {
  if (outcome.state !== 'saved' && outcome.state !== 'waiting') return outcome
  const after = outcome.row ?? row
  const { said, undone, back } = actOf(after)
  offerUndo(hands, said, back.length > 0 ? [{ row: after, back }] : [], outcome, undone)
  return outcome
}

export async function change(hands: Hands, row: Row, changes: Values, words?: string): Promise<Outcome> {
  const { module, t, sendBack } = hands
  const said = words ?? t('listWork.changed', { title: nameOf(module, row) })
  const before = Object.fromEntries(Object.keys(changes).map(field => [field, row[field] ?? null]))
  const takeBack = changeBackBy(module, sendBack)
  return act(hands, row, await hands.change(row, changes), after => ({
    said,
    // What stands there once it was asked about is written over as it is.
    back: [now => takeBack(now, now === after ? changes : {}, before)],
  }))
}

export async function move(
  hands: Hands,
  row: Row,
  name: string,
  args: Values,
  said?: (after: Row) => string,
): Promise<Outcome> {
  const { module, words } = hands
  return act(hands, row, await hands.make(row, name, args), after => ({
    said: said?.(after) ?? words.moved(name, nameOf(module, after)),
    back: moveBack(hands, name, row, after),
  }))
}

export async function setArchived(hands: Hands, row: Row, isArchived: boolean): Promise<Outcome> {
  const { module, t, sendBack } = hands
  const name = nameOf(module, row)
  const [archived, restored] = [t('list.archived', { label: name }), t('detail.restored', { title: name })]
  return act(hands, row, await hands.make(row, isArchived ? 'archive' : 'restore'), () => ({
    said: isArchived ? archived : restored,
    undone: isArchived ? restored : archived,
    back: [isArchived ? one => moveBy(module, sendBack)(one, 'restore') : archiveBackBy(module, sendBack)],
  }))
}
