import { useEffect } from 'react'
import type { Unsent } from '#src/data/use-unsent.ts'
import { askBeforeClosing } from '#src/session/dirty.ts'
import { StatusPill } from '#src/ui/status-pill.tsx'
import { UnsentNews } from './unsent-news.tsx'
import { useUnsentState } from './use-unsent-state.ts'

/** What is not sent, in the header, and the way to it. */
export function UnsentPill({ unsent }: { unsent: Unsent }) {
  // Where nobody is woken after the last tab was closed, what waits would wait for the next time that somebody comes.
  useEffect(() => ('SyncManager' in window ? undefined : askBeforeClosing()), [])
  return (
    <>
      <StatusPill {...useUnsentState(unsent)} to="/outbox" className="max-sm:min-w-0 sm:shrink-0" />
      <UnsentNews />
    </>
  )
}
