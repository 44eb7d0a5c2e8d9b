import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { listenToGuns } from '#src/lib/keys/gun.ts'
import { goToRegion } from '#src/lib/keys/regions.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { hasScans, onScans } from '#src/lib/keys/scans.ts'
import { piece } from '#src/lib/piece.ts'
import { deviceAgain } from '#src/offline/device-again.ts'
import { warmScanner } from './warm-scanner.ts'
import { Toaster } from '#src/ui/toaster.tsx'
import { TaskHost } from './task-host.tsx'
import { TimeOut } from './time-out.tsx'
import { useHoldToasts } from './use-hold-toasts.ts'
import { useKeepRecents } from './use-keep-recents.ts'

const ScanHost = piece(() => import('#src/scan/scan-host.tsx').then(it => it.ScanHost))

/** What belongs to every page and is not missed before it has shown what it was opened for. */
export function Later() {
  useKeepRecents()
  useHoldToasts()
  // A device that signed in long ago keeps its name for another year.
  useEffect(() => void deviceAgain().catch(() => undefined), [])
  const scans = useScanned()
  useEffect(listenToGuns, [])
  useEffect(warmScanner, [])
  useShortcut('nextRegion', () => goToRegion(1))
  useShortcut('previousRegion', () => goToRegion(-1))
  return (
    <>
      <Suspense>{scans && <ScanHost />}</Suspense>
      {/* Words that are on their way to a dialog must not take the toasts along. */}
      <Suspense>
        <TaskHost />
      </Suspense>
      <TimeOut />
      <Toaster />
    </>
  )
}

/** Was anything scanned that no page took? What answers it is fetched then, and stays. */
function useScanned(): boolean {
  const [scanned, setScanned] = useState(false)
  const waits = useSyncExternalStore(onScans, hasScans)
  if (waits && !scanned) setScanned(true)
  return scanned
}
