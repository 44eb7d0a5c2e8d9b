import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Code } from '#src/scan/decode/code.ts'
import { watchFrames } from './frames.ts'

const asked: { frame: unknown; answer: (codes: Code[]) => void; refuse: () => void }[] = []
vi.mock('#src/scan/decode/decoder.ts', () => ({
  decode: ({ frame }: { frame: unknown }) =>
    new Promise<Code[]>((answer, reject) => asked.push({ frame, answer, refuse: () => reject(new Error('broken')) })),
}))

const settled = () => new Promise(setImmediate)

/** A video whose next picture comes when the test says so. */
function video() {
  let number = 0
  let call: (() => void) | null = null
  return {
    readyState: 4,
    requestVideoFrameCallback: (next: () => void) => {
      call = next
      return 1
    },
    cancelVideoFrameCallback: () => void (call = null),
    shows: async () => {
      number += 1
      call?.()
      await settled()
    },
    now: () => number,
  }
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('HTMLMediaElement', { HAVE_CURRENT_DATA: 2 })
  vi.stubGlobal('createImageBitmap', async (of: ReturnType<typeof video>) => of.now())
})
afterEach(() => vi.unstubAllGlobals())

const watched = () => {
  const seen = video()
  const told: string[] = []
  const broken = vi.fn()
  const stop = watchFrames(seen as unknown as HTMLVideoElement, {
    codes: codes => told.push(codes[0]?.text ?? 'nothing'),
    broken,
  })
  return { seen, told, broken, stop }
}
const code = (text: string) => [{ text, format: 'QRCode' }]

test('one picture is looked at at a time, and the next one is the newest', async () => {
  const { seen, told, stop } = watched()
  await seen.shows()
  await seen.shows()
  await seen.shows()
  expect(asked.map(({ frame }) => frame)).toEqual([1])
  asked[0]!.answer(code('A'))
  await settled()
  await seen.shows()
  await seen.shows()
  expect(asked.map(({ frame }) => frame)).toEqual([1, 4])
  expect(told).toEqual(['A'])
  stop()
})

test('what is found after the end is told to nobody', async () => {
  const { seen, told, stop } = watched()
  await seen.shows()
  stop()
  asked[0]!.answer(code('A'))
  await seen.shows()
  expect(told).toEqual([])
  expect(asked).toHaveLength(1)
})

test('what fails again and again is said once; a single picture is not', async () => {
  const { seen, broken, stop } = watched()
  for (let time = 0; time < 4; time += 1) {
    await seen.shows()
    asked.at(-1)!.refuse()
    await settled()
  }
  expect(broken).not.toHaveBeenCalled()
  await seen.shows()
  asked.at(-1)!.refuse()
  await settled()
  expect(broken).toHaveBeenCalledOnce()
  stop()
})
