import { Suspense } from 'react'
import { Toaster } from '#src/ui/toaster.tsx'
import { TaskHost } from './task-host.tsx'
import { TimeOut } from './time-out.tsx'
import { useKeepRecents } from './use-keep-recents.ts'

/** What belongs to every page and is not missed before it has shown what it was opened for. */
export function Later() {
  useKeepRecents()
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
