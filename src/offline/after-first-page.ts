import { whenQuiet } from '#src/lib/when-quiet.ts'
import { readConnection, watchConnection } from './connection.ts'

/** So often a pull that has not begun yet is waited for: whatever keeps it from beginning must not keep the work. */
const LOOKS = 5

/**
 * Does it after so long (in ms), and when the page is quiet. A new device has nothing to show before its first pull: until
 * that is through, nothing else is fetched beside it. `isPullAhead` says whether one will begin. Answers how to leave it.
 */
export function afterFirstPage(headStart: number, work: () => void, isPullAhead = () => true): () => void {
  let timer = setTimeout(look, headStart)
  let leave = () => {}
  let looks = 0
  function look() {
    const { lastSyncAt, syncing, trouble } = readConnection()
    looks += 1
    if (lastSyncAt === null && syncing) waitForEnd()
    else if (lastSyncAt === null && !trouble && isPullAhead() && looks < LOOKS) timer = setTimeout(look, headStart)
    else leave = whenQuiet(work)
  }
  function waitForEnd() {
    leave = watchConnection(() => {
      if (readConnection().syncing) return
      leave()
      leave = whenQuiet(work)
    })
  }
  return () => {
    clearTimeout(timer)
    leave()
  }
}
