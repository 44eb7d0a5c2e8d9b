// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveClosed } from '#contract/calls/live.ts'
import { startLive } from './socket.ts'

vi.mock('./ask.ts', () => ({ ask: () => Promise.resolve({ ticket: 'ticket' }) }))

class Socket extends EventTarget {
  open = true
  constructor() {
    super()
    sockets.push(this)
  }
  close(code = 1000) {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  say(seq: number) {
    const message = { epoch: crypto.randomUUID(), seq, changes: [], many: [], missed: false }
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}
let sockets: Socket[]
let ups: boolean[]
/** Of each connection: does nobody tell what was written before it? */
let news: boolean[]
let live: { stop: () => void }

const show = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** How long the next connection is waited for after this one has ended without a reason, in ms. */
async function pauseAfterEnd(): Promise<number> {
  const before = sockets.length
  sockets.at(-1)!.close()
  let ms = 0
  for (; sockets.length === before; ms += 500) await pass(500)
  return ms
}

beforeEach(async () => {
  sockets = []
  ups = []
  news = []
  vi.stubGlobal('WebSocket', Socket)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  show('visible')
  live = startLive({
    userId: 1,
    deviceId: 'd',
    onUp: (up, isNew) => {
      ups.push(up)
      if (up) news.push(isNew)
    },
    onMessage: () => undefined,
    random: () => 1,
  })
  await pass(0)
  sockets[0]!.say(1)
})
afterEach(() => {
  live.stop()
  show('visible')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a tab that nobody looks at lets go of the connection after a while, and has it again when it is looked at', async () => {
  expect(ups).toEqual([true])
  show('hidden')
  await pass(14_000)
  expect(sockets[0]!.open).toBe(true)
  await pass(2_000)
  expect(sockets[0]!.open).toBe(false)
  expect(ups).toEqual([true, false])
  await pass(10 * 60_000)
  expect(sockets).toHaveLength(1)
  show('visible')
  await pass(0)
  expect(sockets).toHaveLength(2)
  sockets[1]!.say(2)
  expect(ups).toEqual([true, false, true])
})

test('a glance at another tab costs no connection', async () => {
  for (let n = 0; n < 5; n += 1) {
    show('hidden')
    await pass(10_000)
    show('visible')
    await pass(1_000)
    sockets[0]!.say(n + 2)
  }
  expect(sockets).toHaveLength(1)
  expect(ups).toEqual([true])
})

test('an end that says nothing for too long is left, and tried again after a pause that grows', async () => {
  await pass(49_000)
  expect(sockets[0]!.open).toBe(true)
  await pass(2_000)
  expect(sockets[0]!.open).toBe(false)
  expect(ups).toEqual([true, false])
  // It was a good one: the next try does not wait long. Those that end at once are left alone longer each time.
  await pass(1_000)
  expect(sockets).toHaveLength(2)
  const waited: number[] = []
  for (let n = 0; n < 4; n += 1) waited.push(await pauseAfterEnd())
  expect(waited).toEqual([2_000, 4_000, 8_000, 16_000])
})

test('whose rights are changed many times in a row is connected again within a second each time', async () => {
  for (let time = 1; time <= 12; time += 1) {
    sockets.at(-1)!.close(liveClosed.rights)
    await pass(1_000)
    expect(sockets).toHaveLength(time + 1)
    sockets.at(-1)!.say(time)
  }
})

test('an end because of other rights is none of those after which the pause grows', async () => {
  const waited: number[] = []
  for (let n = 0; n < 4; n += 1) {
    sockets.at(-1)!.close(liveClosed.rights)
    await pass(1_000)
    sockets.at(-1)!.say(n)
    waited.push(await pauseAfterEnd())
  }
  expect(waited).toEqual([2_000, 2_000, 2_000, 2_000])
})

test('a connection that goes on from a place is told the gap, one that begins anew is not', async () => {
  sockets[0]!.close()
  await pass(2_000)
  sockets[1]!.say(2)
  expect(news).toEqual([true, false])
  show('hidden')
  await pass(16_000)
  show('visible')
  await pass(0)
  sockets[2]!.say(3)
  expect(news).toEqual([true, false, true])
})
