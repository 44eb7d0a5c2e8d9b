import { expect, test } from 'vitest'
import { keepInFocus, setLight, setZoom, zoomsOf } from './track.ts'

/** A camera that does all of it, but for what the test says. */
function cameraThat(fails: (wished: object) => boolean = () => false) {
  const asked: object[] = []
  const track = {
    readyState: 'live',
    getCapabilities: () => ({ torch: true, zoom: { min: 1, max: 3 }, focusMode: ['continuous', 'manual'] }),
    applyConstraints: async ({ advanced: [wished] }: { advanced: [object] }) => {
      asked.push(wished)
      if (fails(wished)) throw new DOMException('', 'OverconstrainedError')
    },
  }
  return { asked, track, stream: { getVideoTracks: () => [track] } as unknown as MediaStream }
}

test('light, zoom and focus stay as they are when one of them is changed', async () => {
  const { stream, asked } = cameraThat()
  await keepInFocus(stream)
  await setLight(stream, true)
  await setZoom(stream, 2)
  await setLight(stream, false)
  expect(asked).toEqual([
    { focusMode: 'continuous' },
    { focusMode: 'continuous', torch: true },
    { focusMode: 'continuous', torch: true, zoom: 2 },
    { focusMode: 'continuous', torch: false, zoom: 2 },
  ])
})

test('what a camera promises and does not do is said, and is not asked of it again', async () => {
  const { stream, asked } = cameraThat(wished => 'torch' in wished)
  expect([await setLight(stream, true), await setZoom(stream, 2)]).toEqual([false, true])
  expect(asked.at(-1)).toEqual({ zoom: 2 })
})

test('one that has ended is asked for nothing, and zoom goes no further than it can', async () => {
  const { stream, track, asked } = cameraThat()
  expect(zoomsOf(stream)).toEqual([1, 2])
  track.readyState = 'ended'
  expect([await setZoom(stream, 2), asked]).toEqual([false, []])
})
