import { OP_VERSION, opOf, SCAN } from '#contract/intent.ts'
import type { ScanModeName } from '#contract/scan/scan-note.ts'
import { useData } from '#src/data/data.ts'
import { useActor } from '#src/session/actor.ts'

type Which = { module: string; id: number }

/** Who scans the same thing again so soon, in ms, and for the same, has read it twice. */
const AGAIN = 10 * 60_000
/** When each was scanned last by somebody on this page. */
const noted = new Map<string, number>()

/**
 * Tells the history of a record that it was scanned, and what for. Nobody waits for that, and where it comes to nothing nobody has
 * to hear of it: the scan itself is what counts.
 */
export function useNoteScan(mode: ScanModeName): (scanned: Which) => void {
  const { sender } = useData()
  const { id: person } = useActor()
  return ({ module, id }) => {
    const key = [person, mode, module, id].join()
    const moment = Date.now()
    if (moment - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN) return
    noted.set(key, moment)
    const wish = { op: opOf({ name: module }, SCAN), opV: OP_VERSION, id, base: null, args: { mode } }
    const send = async () => {
      const { sendWish } = await import('#src/data/sending.ts')
      await sendWish(await sender(), wish)
    }
    // What a device has no room for is scanned all the same.
    send().catch(() => noted.delete(key))
  }
}
