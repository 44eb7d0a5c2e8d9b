// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { chooseCamera, openStream } from './stream.ts'

/** The cameras that are plugged in, and whether the browser says which they are before one of them is on. */
let plugged: { id: string; name: string }[]
let tellsBefore: boolean
let tracks: { id: string; readyState: string }[]
let asked: (string | undefined)[]

beforeEach(() => {
  localStorage.clear()
  tellsBefore = true
  tracks = []
  asked = []
  const isOn = () => tracks.some(({ readyState }) => readyState === 'live')
  const mediaDevices = {
    enumerateDevices: async () =>
      plugged.map(({ id, name }) => ({
        kind: 'videoinput',
        deviceId: tellsBefore || isOn() ? id : '',
        label: tellsBefore || isOn() ? name : '',
      })),
    getUserMedia: async ({ video }: { video: { deviceId?: { exact: string } } }) => {
      const exact = video.deviceId?.exact
      asked.push(exact)
      const camera = exact === undefined ? plugged[0] : plugged.find(({ id }) => id === exact)
      if (!camera) throw new DOMException('', 'OverconstrainedError')
      const track = {
        id: camera.id,
        readyState: 'live',
        stop() {
          this.readyState = 'ended'
        },
        getSettings: () => ({ deviceId: camera.id }),
      }
      tracks.push(track)
      return { getTracks: () => [track], getVideoTracks: () => [track] }
    },
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  plugged = [back, near]
})
const back = { id: 'a', name: 'Back camera' }
const near = { id: 'b', name: 'Back camera, near' }
/** The same camera, as another visit knows it. */
const nearNow = { ...near, id: 'c' }

const opened = async (isWanted = true) => {
  await openStream(() => isWanted)
  return tracks.flatMap(({ id, readyState }) => (readyState === 'live' ? [id] : []))
}

test('the camera at the back is opened before somebody has chosen, and then the chosen one', async () => {
  expect(await opened()).toEqual(['a'])
  tracks = []
  chooseCamera(near)
  expect(await opened()).toEqual(['b'])
  expect(asked).toEqual([undefined, 'b'])
})

test('the chosen one is known by its name where the browser has given it another id', async () => {
  chooseCamera(near)
  plugged = [back, nearNow]
  expect(await opened()).toEqual(['c'])
  expect(asked).toEqual(['c'])
})

test('where names are told only while a camera is on, one is, and gives way to the chosen one', async () => {
  tellsBefore = false
  chooseCamera(near)
  plugged = [back, nearNow]
  expect(await opened()).toEqual(['c'])
  expect([asked, tracks[0]!.readyState]).toEqual([['b', undefined, 'c'], 'ended'])
})

test('whoever has left by then is not asked for another one', async () => {
  tellsBefore = false
  chooseCamera(near)
  plugged = [back, nearNow]
  await opened(false)
  expect(asked).toEqual(['b', undefined])
})

test('one that is unplugged is the chosen one again when it is back, and none of two that have its name is', async () => {
  chooseCamera(near)
  plugged = [back]
  expect(await opened()).toEqual(['a'])
  tracks = []
  plugged = [back, { ...near, id: 'd' }, { ...near, id: 'e' }]
  expect(await opened()).toEqual(['a'])
  tracks = []
  plugged = [back, near]
  expect(await opened()).toEqual(['b'])
})
