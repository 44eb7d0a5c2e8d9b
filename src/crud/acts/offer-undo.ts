import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { whenReachable } from '#src/lib/piece.ts'
import { useActor } from '#src/session/actor.ts'
import { heldOpen } from '#src/session/held-open.ts'
import { useSayKept, useSayWaiting, type Kept } from '../say-waiting.ts'
import { isOwnWrite } from './own-write.ts'
import type { Undoable } from './take-back.ts'

export type Sayers = {
  t: TFunction<'crud'>
  me: number
  sayKept: ReturnType<typeof useSayKept>
  sayWaiting: ReturnType<typeof useSayWaiting>
}

/**
 * Says what was done, with its undo as long as that stands there: by a button and by Ctrl+Z. Records that somebody else had
 * brought there before are none of it. `undone`: what is said once it is taken back.
 */
export function offerUndo(
  { t, me, sayKept, sayWaiting }: Sayers,
  said: string,
  done: readonly Undoable[],
  outcome: Kept = { state: 'saved' },
  undone = t('listWork.undone'),
): void {
  const own = done.filter(({ row }) => isOwnWrite(row, outcome.state === 'waiting', me))
  if (own.length > 0) sayKept(outcome, said, { undo: () => void heldOpen(undo) })
  else if (outcome.state === 'waiting') sayWaiting(outcome)
  else sayKept(outcome, said)

  async function undo() {
    const { takeBack } = await whenReachable(() => import('./take-back.ts'))
    await takeBack(own, t, kept => sayKept(kept, undone))
  }
}

/** Offers the undo of what was written in another way than by acts, as where many records are written at once. */
export function useOfferUndo() {
  const { t } = useTranslation('crud')
  const sayers = { t, me: useActor().id, sayKept: useSayKept(), sayWaiting: useSayWaiting() }
  return (said: string, done: readonly Undoable[], outcome?: Kept): void => offerUndo(sayers, said, done, outcome)
}
