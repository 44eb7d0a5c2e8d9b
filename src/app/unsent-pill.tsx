import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Unsent } from '#src/data/use-unsent.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { askBeforeClosing } from '#src/session/dirty.ts'
import { StatusPill } from '#src/ui/status-pill.tsx'
import { UnsentNews } from './unsent-news.tsx'

/** What is not sent, in the header, and the way to it. */
export function UnsentPill({ unsent }: { unsent: Unsent }) {
  const { t } = useTranslation('outbox')
  const { online, sessionOver } = useConnection()
  const { count, decisions, sending } = unsent
  // Where nobody is woken after the last tab was closed, what waits would wait for the next time that somebody comes.
  useEffect(() => ('SyncManager' in window ? undefined : askBeforeClosing()), [])
  const state =
    decisions > 0 ? 'attention' : sessionOver ? 'signIn' : !online ? 'offline' : sending > 0 ? 'saving' : 'waiting'
  return (
    <>
      <StatusPill state={state} count={decisions > 0 ? decisions : count} to="/outbox" className="shrink-0" />
      {/* Without the number, so that a queue that empties is not counted aloud. */}
      <span role="status" className="sr-only">
        {t(`announce.${state}`)}
      </span>
      <UnsentNews />
    </>
  )
}
