// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepAndLeave } from '#src/session/dirty.ts'
import { lockNow, unlock } from '#src/session/lock.ts'
import { makeCamera, type CameraState } from './session.ts'

class Track extends EventTarget {
  readyState = 'live'
  stop() {
    this.readyState = 'ended'
  }
}
const tracks: Track[] = []
const streamOf = (track: Track) => ({ getTracks: () => [track], getVideoTracks: () => [track] })

/** What the browser says of the permission, and the question that nobody has answered yet. */
let permission: EventTarget & { state: string }
let allow: (() => void)[]
let told: CameraState['is'][]
const camera = () => makeCamera(({ is }) => void told.push(is))
const see = (state: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const settled = () => new Promise(resolve => setTimeout(resolve))

beforeEach(() => {
  tracks.length = 0
  allow = []
  told = []
  permission = Object.assign(new EventTarget(), { state: 'prompt' })
  localStorage.clear()
  const mediaDevices = {
    getUserMedia: () =>
      new Promise(resolve =>
        allow.push(() => {
          const track = new Track()
          tracks.push(track)
          resolve(streamOf(track))
        }),
      ),
  }
  Object.assign(navigator, { permissions: { query: async () => permission } })
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  see('visible')
})
afterEach(() => vi.restoreAllMocks())

const granted = () => {
  permission.state = 'granted'
  permission.dispatchEvent(new Event('change'))
}

test('the first "Allow" opens it once, although the permission changes with it', async () => {
  const one = camera()
  const stop = one.start()
  await settled()
  expect(told).toEqual(['unasked'])
  const opened = one.open()
  await settled()
  granted()
  expect(allow).toHaveLength(1)
  allow[0]!()
  await opened
  expect(told).toEqual(['unasked', 'asking', 'live'])
  // What is allowed in the settings of the browser afterwards opens it no second time either.
  granted()
  expect(allow).toHaveLength(1)
  stop()
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended'])
})

test('on a page that nobody sees it is not opened, be it by the start or by the settings, until somebody looks', async () => {
  see('hidden')
  permission.state = 'granted'
  const stop = camera().start()
  await settled()
  expect([told, allow]).toEqual([['away'], []])
  granted()
  expect(allow).toEqual([])
  see('visible')
  await settled()
  expect(allow).toHaveLength(1)
  stop()
})

test('a page that was put away and back begins once more', async () => {
  permission.state = 'granted'
  const one = camera()
  one.start()()
  const stop = one.start()
  await settled()
  expect(allow).toHaveLength(1)
  allow[0]!()
  await settled()
  expect(told).toEqual(['asking', 'live'])
  stop()
})

const live = async () => {
  permission.state = 'granted'
  const one = camera()
  const stop = one.start()
  onTestFinished(stop)
  await settled()
  allow[0]!()
  await settled()
  expect(told.at(-1)).toBe('live')
  return one
}
const ends = () => tracks.map(({ readyState }) => readyState)

test('one that was ended behind the page without a word is opened again when somebody looks, and no other is', async () => {
  await live()
  window.dispatchEvent(new Event('focus'))
  expect(allow).toHaveLength(1)
  tracks[0]!.readyState = 'ended'
  window.dispatchEvent(new Event('pageshow'))
  window.dispatchEvent(new Event('focus'))
  expect(allow).toHaveLength(2)
  allow[1]!()
  await settled()
  expect([told.at(-1), ends()]).toEqual(['live', ['ended', 'live']])
})

test('one that ends because it was forbidden in the settings says so, and not that it was unplugged', async () => {
  const said: unknown[] = []
  permission.state = 'granted'
  onTestFinished(makeCamera(now => void said.push('trouble' in now ? now.trouble : now.is)).start())
  await settled()
  allow[0]!()
  await settled()
  permission.state = 'denied'
  tracks[0]!.stop()
  tracks[0]!.dispatchEvent(new Event('ended'))
  permission.dispatchEvent(new Event('change'))
  expect(said).toEqual(['asking', 'live', 'busy', 'blocked'])
  granted()
  await settled()
  expect(allow).toHaveLength(2)
})

test('one that is given up for a trouble ends, and is opened again by a press alone', async () => {
  const one = await live()
  one.fail('unread')
  expect([told.at(-1), ends()]).toEqual(['trouble', ['ended']])
  window.dispatchEvent(new Event('focus'))
  see('visible')
  expect(allow).toHaveLength(1)
  void one.open()
  allow[1]!()
  await settled()
  expect([told.at(-1), ends()]).toEqual(['live', ['ended', 'live']])
})

test('the lock of the device ends it, nothing opens it behind that, and the password does', async () => {
  await live()
  onTestFinished(unlock)
  lockNow()
  expect([told.at(-1), ends()]).toEqual(['away', ['ended']])
  granted()
  window.dispatchEvent(new Event('focus'))
  see('visible')
  await settled()
  expect(allow).toHaveLength(1)
  unlock()
  await settled()
  expect(allow).toHaveLength(2)
  // What was on its way when the lock came is closed as it comes.
  lockNow()
  allow[1]!()
  await settled()
  expect([told.at(-1), ends()]).toEqual(['away', ['ended', 'ended']])
})

test('whoever signs out ends it before anything else is waited for', async () => {
  await live()
  const left = keepAndLeave()
  expect([told.at(-1), ends()]).toEqual(['away', ['ended']])
  await left
})
