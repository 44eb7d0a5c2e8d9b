import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useChange, useMoves, useSend, type Said } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { outcomeOf } from '../outcome-of.ts'
import { useSayKept, useSayWaiting } from '../say-waiting.ts'
import type { Hands, Values } from './acts.ts'

/**
 * What can be done to one record from wherever it is seen. Each act says in the past tense what was done, with its undo
 * where it has one; what was refused, or met a conflict, the caller says.
 */
export function useActs(module: Module, said: Said = 'here') {
  const { t } = useTranslation('crud')
  const actor = useActor()
  const hands: Hands = {
    module,
    t,
    words: useWords(module),
    actor,
    me: actor.id,
    change: useChange(module, said),
    make: useMoves(module, said),
    // Whoever undoes may be on another page by then.
    sendBack: useSend(module, 'anywhere'),
    sayKept: useSayKept(),
    sayWaiting: useSayWaiting(),
  }
  return {
    change: (row: Row, changes: Values, words?: string) => act(acts => acts.change(hands, row, changes, words)),
    /** `words`: instead of the module's own. */
    move: (row: Row, name: string, args: Values = {}, words?: (after: Row) => string) =>
      act(acts => acts.move(hands, row, name, args, words)),
    archive: (row: Row) => act(acts => acts.setArchived(hands, row, true)),
    restore: (row: Row) => act(acts => acts.setArchived(hands, row, false)),
  }
}

/** Nothing on the way to the first rows is done to them. */
const act = (make: (acts: typeof import('./acts.ts')) => Promise<Outcome>): Promise<Outcome> =>
  outcomeOf(async () => make(await import('./acts.ts')))
