import { useEffect } from 'react'
import { attachLimits } from '#contract/calls/attached.ts'
import type { Unsent } from '#src/data/use-unsent.ts'
import { useUploads } from '#src/data/use-uploads.ts'
import { askBeforeClosing } from '#src/session/dirty.ts'
import { StatusPill } from '#src/ui/status-pill.tsx'
import { useDataAge } from './data-age.ts'
import { UnsentNews } from './unsent-news.tsx'
import { useUnsentState } from './use-unsent-state.ts'

/** What is not sent, in the header, and the way to it. */
export function UnsentPill({ unsent }: { unsent: Unsent }) {
  // Where nobody is woken after the last tab was closed, or a file is too large for whoever is, what waits would wait for the
  // next time that somebody comes.
  const isForPages = useUploads().items.some(({ state, size }) => state !== 'done' && size > attachLimits.piece)
  const nobodySends = isForPages || !('SyncManager' in window)
  useEffect(() => (nobodySends ? askBeforeClosing() : undefined), [nobodySends])
  return (
    <>
      <StatusPill
        {...useUnsentState(unsent)}
        age={useDataAge()}
        to="/outbox"
        // Beside a row of menus there is room for the age of the lists only later.
        className="max-lg:in-data-[layout=topBarClassic]:**:data-age:sr-only max-sm:min-w-0 sm:shrink-0"
      />
      <UnsentNews />
    </>
  )
}
