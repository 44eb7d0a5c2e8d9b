import { useTranslation } from 'react-i18next'
import { useActor } from '#src/session/actor.ts'
import { useSayKept, useSayWaiting, type Kept } from '../say-waiting.ts'
import { offerUndo } from './offer-undo.ts'
import type { Undoable } from './take-back.ts'

/** Offers the undo of what was written in another way than by acts, as where many records are written at once. */
export function useOfferUndo() {
  const { t } = useTranslation('crud')
  const sayers = { t, me: useActor().id, sayKept: useSayKept(), sayWaiting: useSayWaiting() }
  return (said: string, done: readonly Undoable[], outcome?: Kept): void => offerUndo(sayers, said, done, outcome)
}
