import { coarse } from '#src/lib/coarse.ts'
import { pageStorage } from '#src/lib/page-storage.ts'

const KEY = 'scan-camera-on'

/** Who holds a tablet looks through it; at a desk a gun or the keyboard is nearer. Whoever chose otherwise has it so again. */
export function looksByCamera(): boolean {
  const kept = pageStorage()?.getItem(KEY) ?? null
  return kept === null ? coarse() : kept === 'on'
}

export const keepLooksByCamera = (on: boolean): void => pageStorage()?.setItem(KEY, on ? 'on' : 'off')
