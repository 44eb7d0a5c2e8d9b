import { pageStorage } from '#src/lib/page-storage.ts'

/** How a scan ended: taken, taken before, or not taken. */
export type Heard = 'right' | 'twice' | 'wrong'

const KEY = 'scan-sound'
/** Tones in Hz, each for so many seconds: good and bad differ without looking, and without a good ear. */
const tunes: Record<Heard, readonly [number, number][]> = {
  right: [[1_320, 0.09]],
  twice: [
    [660, 0.09],
    [660, 0.09],
  ],
  wrong: [
    [220, 0.18],
    [165, 0.3],
  ],
}
/** What was scanned so long ago, in ms, is not heard any more. */
const LATE = 500
const shakes: Record<Heard, number[]> = { right: [40], twice: [40, 60, 40], wrong: [200, 80, 200] }

export const isLoud = (): boolean => pageStorage()?.getItem(KEY) !== 'off'
export const setLoud = (loud: boolean): void => pageStorage()?.setItem(KEY, loud ? 'on' : 'off')

let context: AudioContext | undefined

/** Says how a scan ended to whoever looks elsewhere. A device that cannot do it does without. */
export function playSound(kind: Heard): void {
  if (!isLoud()) return
  try {
    navigator.vibrate?.(shakes[kind])
    if (!('AudioContext' in globalThis)) return
    context ??= new AudioContext()
    const to = context
    if (to.state === 'running') return play(to, kind)
    // A call or the lock has interrupted it, or nobody has touched the page yet: a tone that comes late says nothing.
    const from = performance.now()
    to.resume()
      .then(() => performance.now() - from < LATE && play(to, kind))
      .catch(() => undefined)
  } catch {
    // Colour and words say it as well.
  }
}

function play(to: AudioContext, kind: Heard): void {
  let at = to.currentTime
  for (const [frequency, length] of tunes[kind]) {
    const tone = new OscillatorNode(to, { frequency, type: kind === 'wrong' ? 'square' : 'sine' })
    const volume = new GainNode(to, { gain: 0.2 })
    tone.connect(volume).connect(to.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length + 0.05
  }
}
