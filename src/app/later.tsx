import { Suspense, useEffect } from 'react'
import { deviceAgain } from '#src/offline/device-again.ts'
import { Toaster } from '#src/ui/toaster.tsx'
import { TaskHost } from './task-host.tsx'
import { TimeOut } from './time-out.tsx'
import { useHoldToasts } from './use-hold-toasts.ts'
import { useKeepRecents } from './use-keep-recents.ts'

/** What belongs to every page and is not missed before it has shown what it was opened for. */
export function Later() {
  useKeepRecents()
  useHoldToasts()
  // A device that signed in long ago keeps its name for another year.
  useEffect(() => void deviceAgain().catch(() => undefined), [])
  return (
    <>
      {/* Words that are on their way to a dialog must not take the toasts along. */}
      <Suspense>
        <TaskHost />
      </Suspense>
      <TimeOut />
      <Toaster />
    </>
  )
}
