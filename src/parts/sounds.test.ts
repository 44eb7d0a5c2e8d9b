// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { isLoud, playSound, setLoud, type Heard } from './sounds.ts'

/** What a device with a loudspeaker was told to do. */
let tones: { frequency: number; type: string; from: number; to: number }[] = []
/** The loudspeaker of the page, and what its browser does when it is to speak again. */
const speaker = { state: 'running', resume: () => Promise.resolve() }
const shaken = vi.fn<(pattern: number[]) => boolean>(() => true)

beforeEach(() => {
  tones = []
  shaken.mockClear()
  setLoud(true)
  class Node {
    connect = <T>(next: T) => next
  }
  class Oscillator extends Node {
    private readonly tone
    constructor(_: unknown, { frequency, type }: { frequency: number; type: string }) {
      super()
      this.tone = { frequency, type, from: NaN, to: NaN }
      tones.push(this.tone)
    }
    start = (at: number) => void (this.tone.from = at)
    stop = (at: number) => void (this.tone.to = at)
  }
  class Context {
    currentTime = 0
    get state() {
      return speaker.state
    }
    resume = () => speaker.resume()
    destination = new Node()
  }
  for (const [name, part] of Object.entries({ AudioContext: Context, OscillatorNode: Oscillator, GainNode: Node }))
    vi.stubGlobal(name, part)
  Object.defineProperty(navigator, 'vibrate', { value: shaken, configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'vibrate')
})

const heard = (kind: Heard) => {
  tones = []
  shaken.mockClear()
  playSound(kind)
  return { tones, shakes: shaken.mock.calls.map(([pattern]) => pattern) }
}
const settled = () => new Promise(resolve => setTimeout(resolve))
const lengthOf = (played: typeof tones) => Math.max(...played.map(({ to }) => to))

it('taken, twice and not taken differ in their tones and in how they shake', () => {
  const [right, twice, wrong] = (['right', 'twice', 'wrong'] as const).map(heard)
  expect([right, twice, wrong].map(one => one!.tones.length)).toEqual([1, 2, 2])
  expect(new Set([right, twice, wrong].map(one => JSON.stringify(one!.shakes))).size).toBe(3)
  // What is wrong is lower and lasts longer, also for whoever hears little of the difference.
  expect(Math.max(...wrong!.tones.map(one => one.frequency))).toBeLessThan(right!.tones[0]!.frequency / 2)
  expect(lengthOf(wrong!.tones)).toBeGreaterThan(2 * lengthOf(right!.tones))
  expect(lengthOf(right!.tones)).toBeLessThanOrEqual(0.15)
  for (const { tones } of [twice!, wrong!]) expect(tones[1]!.from).toBeGreaterThan(tones[0]!.to)
})

it('one switch silences the tones and the shaking, and is remembered', () => {
  setLoud(false)
  for (const kind of ['right', 'twice', 'wrong'] as const) expect(heard(kind)).toEqual({ tones: [], shakes: [] })
  expect(isLoud()).toBe(false)
  setLoud(true)
  expect(heard('right')).toMatchObject({ tones: [{ frequency: 1_320 }], shakes: [[40]] })
})

it('a device that can do only one of both does that one, and none fails for it', () => {
  Reflect.deleteProperty(navigator, 'vibrate')
  expect(heard('wrong').tones).toHaveLength(2)
  vi.stubGlobal('AudioContext', undefined)
  Reflect.deleteProperty(globalThis, 'AudioContext')
  Object.defineProperty(navigator, 'vibrate', { value: shaken, configurable: true })
  expect(heard('wrong').shakes).toHaveLength(1)
  Object.defineProperty(navigator, 'vibrate', {
    value: () => {
      throw new Error('not without a touch')
    },
    configurable: true,
  })
  expect(() => heard('right')).not.toThrow()
})

it('a loudspeaker that was interrupted is woken, and what comes late is not heard', async () => {
  let wake = () => {}
  speaker.state = 'interrupted'
  speaker.resume = () => new Promise<void>(resolve => (wake = () => resolve()))
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    speaker.state = 'running'
    vi.useRealTimers()
  })
  heard('right')
  expect(tones).toEqual([])
  wake()
  await settled()
  expect(tones).toMatchObject([{ frequency: 1_320 }])
  heard('wrong')
  vi.advanceTimersByTime(1_000)
  wake()
  await settled()
  expect(tones).toEqual([])
})
