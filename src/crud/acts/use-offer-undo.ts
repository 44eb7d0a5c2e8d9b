import { useTranslation } from 'react-i18next'
import { whenReachable } from '#src/lib/piece.ts'
import { heldOpen } from '#src/session/held-open.ts'
import { useSayKept, useSayWaiting, type Kept } from '../say-waiting.ts'
import { useActor } from '#src/session/actor.ts'
import { isOwnWrite } from './own-write.ts'
import type { Undoable } from './take-back.ts'

/**
 * Says what was done, with its undo as long as that stands there: by a button and by Ctrl+Z. Records that somebody else had
 * brought there before are none of it. `undone`: what is said once it is taken back.
 */
export function useOfferUndo() {
  const { t } = useTranslation('crud')
  const me = useActor().id
  const sayKept = useSayKept()
  const sayWaiting = useSayWaiting()
  return (said: string, done: readonly Undoable[], outcome: Kept = { state: 'saved' }, undone?: string) => {
    const own = done.filter(({ row }) => isOwnWrite(row, outcome.state === 'waiting', me))
    if (own.length > 0) return sayKept(outcome, said, { undo: () => void heldOpen(() => undo(own, undone)) })
    if (outcome.state === 'waiting') sayWaiting(outcome)
    else sayKept(outcome, said)
  }
  async function undo(done: readonly Undoable[], undone = t('listWork.undone')) {
    const { takeBack } = await whenReachable(() => import('./take-back.ts'))
    await takeBack(done, t, outcome => sayKept(outcome, undone))
  }
}
