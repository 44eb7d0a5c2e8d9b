import i18next, { loadNamespaces } from 'i18next'
import { endSession } from './api.ts'

/**
 * Ends what this page shows, because the server has said nothing for longer than a session may last: records go, and what was
 * not sent stays, sealed, until its person signs in again.
 */
export async function forgetUnheard(): Promise<void> {
  await loadNamespaces('problems').catch(() => undefined)
  endSession(i18next.t('problems:endedUnheard'))
}
