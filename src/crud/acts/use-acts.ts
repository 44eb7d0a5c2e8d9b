import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { useChangeBack, useMovesBack } from '#src/data/use-take-back.ts'
import { useChange, useMoves, type Said } from '#src/data/use-writes.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { outcomeOf } from '../outcome-of.ts'
import { nameOf } from './name-of.ts'
import { useOfferUndo } from './use-offer-undo.ts'
import { wayBack } from './way-back.ts'

type Values = Record<string, unknown>
type Act = { said: string; undone?: string; back?: (row: Row) => Promise<Outcome> }

/**
 * What can be done to one record from wherever it is seen. Each act says in the past tense what was done, with its undo
 * where it has one; what was refused, or met a conflict, the caller says.
 */
export function useActs(module: Module, said: Said = 'here') {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const actor = useActor()
  const send = useChange(module, said)
  const make = useMoves(module, said)
  // Whoever undoes may be on another page by then.
  const sendBack = useChangeBack(module)
  const makeBack = useMoves(module, 'anywhere')
  const stepBack = useMovesBack(module, 'anywhere')
  const offer = useOfferUndo()

  const act = async (row: Row, write: () => Promise<Outcome>, actOf: (after: Row) => Act): Promise<Outcome> => {
    const outcome = await outcomeOf(write)
    if (outcome.state !== 'saved' && outcome.state !== 'waiting') return outcome
    const after = outcome.row ?? row
    const { said, undone, back } = actOf(after)
    offer(said, back ? [{ row: after, back }] : [], outcome, undone)
    return outcome
  }
  const archived = (label: string) => t('list.archived', { label })
  const restored = (title: string) => t('detail.restored', { title })

  return {
    change: (row: Row, changes: Values, said = t('listWork.changed', { title: nameOf(module, row) })) => {
      const before = Object.fromEntries(Object.keys(changes).map(field => [field, row[field] ?? null]))
      return act(
        row,
        () => send(row, changes),
        // What stands there once it was asked about is written over as it is.
        after => ({ said, back: now => sendBack(now, now === after ? changes : {}, before) }),
      )
    },
    /** `said`: instead of the module's own words. */
    move: (row: Row, name: string, args: Values = {}, said?: (after: Row) => string) =>
      act(
        row,
        () => make(row, name, args),
        after => {
          const way = wayBack(module, name, row, after, actor)
          return {
            said: said?.(after) ?? words.moved(name, nameOf(module, after)),
            ...(way && { back: now => stepsBack(module, now, way, stepBack) }),
          }
        },
      ),
    archive: (row: Row) => {
      const name = nameOf(module, row)
      return act(
        row,
        () => make(row, 'archive'),
        () => ({ said: archived(name), undone: restored(name), back: now => makeBack(now, 'restore') }),
      )
    },
    restore: (row: Row) => {
      const name = nameOf(module, row)
      return act(
        row,
        () => make(row, 'restore'),
        () => ({ said: restored(name), undone: archived(name), back: now => makeBack(now, 'archive') }),
      )
    },
  }
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
