import { useSyncExternalStore } from 'react'
import { onInstall, readInstall } from './watch-install.ts'

/** Kept on the device whoever is signed in: nobody is asked twice. */
const ANSWERED = 'caredesk.installOffer'

const isAnswered = () => localStorage.getItem(ANSWERED) !== null

/** Is this the moment to say once, quietly, that the app can be installed? Only where the browser could do it at once. */
export const useInstallOffer = (): boolean =>
  useSyncExternalStore(onInstall, () => readInstall() !== null && !isAnswered())

/** It was offered and answered, in whatever way. */
export function answerInstallOffer(): void {
  localStorage.setItem(ANSWERED, '1')
}
