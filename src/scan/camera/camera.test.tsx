// @vitest-environment jsdom
import { act, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { lockNow, unlock } from '#src/session/lock.ts'
import { speakEnglish } from '../../../tests/support/at-work.tsx'
import { Camera } from './camera.tsx'
import { PhotoReader } from './photo.tsx'

const { decode } = vi.hoisted(() => ({ decode: vi.fn() }))
const { startDecoder } = vi.hoisted(() => ({ startDecoder: vi.fn() }))
vi.mock('#src/scan/decode/decoder.ts', () => ({ decode, startDecoder }))
const { watchFrames } = vi.hoisted(() => ({
  watchFrames: vi.fn<typeof import('./frames.ts').watchFrames>(() => () => {}),
}))
vi.mock('./frames.ts', () => ({ watchFrames }))

beforeAll(() => speakEnglish('ui', 'scan'))

class Track extends EventTarget {
  readonly label = 'Back camera'
  readyState = 'live'
  stop() {
    this.readyState = 'ended'
  }
}
/** A device with a camera that anybody may use. Answers the tracks that were opened, and what is told of their pictures. */
function withCamera() {
  const tracks: Track[] = []
  const getUserMedia = async () => {
    const track = new Track()
    tracks.push(track)
    return { id: `stream ${tracks.length}`, getTracks: () => [track], getVideoTracks: () => [track] }
  }
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia, enumerateDevices: async () => [] },
    configurable: true,
  })
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  onTestFinished(() => {
    play.mockRestore()
    Reflect.deleteProperty(navigator, 'mediaDevices')
    localStorage.clear()
  })
  return { tracks, looked: () => watchFrames.mock.lastCall![1] }
}

test('a camera whose pictures nobody can read is given back, which is said, and a press opens it again', async () => {
  const { tracks, looked } = withCamera()
  const { findByRole, unmount, container } = render(<Camera onCode={vi.fn()} />)
  const hand = userEvent.setup()
  await hand.click(await findByRole('button', { name: 'Turn on the camera' }))
  await waitFor(() => expect(container.querySelector('video')).not.toBeNull())
  act(() => looked().broken())
  await findByRole('heading', { name: 'Codes cannot be read right now' })
  expect([container.querySelector('video'), tracks.map(({ readyState }) => readyState)]).toEqual([null, ['ended']])
  await hand.click(await findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']))
  unmount()
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
})

test('what reads the pictures gets ready with the page, and again with each camera', async () => {
  withCamera()
  startDecoder.mockClear()
  const { findByRole } = render(<Camera onCode={vi.fn()} />)
  const turnOn = await findByRole('button', { name: 'Turn on the camera' })
  expect(startDecoder).toHaveBeenCalledOnce()
  await userEvent.click(turnOn)
  expect(startDecoder).toHaveBeenCalledTimes(2)
})

test('over the picture it is said that it is read only once it is', async () => {
  const { looked } = withCamera()
  const { findByRole, findByText, queryByText } = render(<Camera onCode={vi.fn()} />)
  await userEvent.click(await findByRole('button', { name: 'Turn on the camera' }))
  await findByText('Getting ready to read codes')
  act(() => looked().codes([]))
  await findByText('Ready to scan')
  expect(queryByText('Getting ready to read codes')).toBeNull()
})

test('the screen stays on for as long as there is a picture', async () => {
  withCamera()
  const release = vi.fn(async () => undefined)
  const request = vi.fn(async () => ({ release }))
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
  const { findByRole, unmount, container } = render(<Camera onCode={vi.fn()} />)
  const turnOn = await findByRole('button', { name: 'Turn on the camera' })
  expect(request).not.toHaveBeenCalled()
  await userEvent.click(turnOn)
  await waitFor(() => expect(container.querySelector('video')).not.toBeNull())
  expect([request.mock.calls, release.mock.calls]).toEqual([[['screen']], []])
  unmount()
  await waitFor(() => expect(release).toHaveBeenCalledOnce())
})

test('what comes of a picture while the device is locked is not taken', async () => {
  const found: ((codes: object[]) => void)[] = []
  decode.mockImplementation(() => new Promise(resolve => found.push(resolve)))
  const onCode = vi.fn()
  const { container } = render(<Camera onCode={onCode} />)
  const files = container.querySelector<HTMLInputElement>('input[type=file]')!
  const hand = userEvent.setup()
  const photo = new File(['x'], 'label.png', { type: 'image/png' })
  await hand.upload(files, photo)
  onTestFinished(unlock)
  act(() => lockNow())
  await act(async () => found[0]!([{ text: 'SN-1', format: 'QRCode' }]))
  expect(onCode).not.toHaveBeenCalled()
  act(() => unlock())
  await hand.upload(files, photo)
  await act(async () => found[1]!([{ text: 'SN-1', format: 'QRCode' }]))
  expect(onCode.mock.calls).toEqual([['SN-1']])
})

test('a photo is read where no camera is on, and what it lacks is said', async () => {
  const onCode = vi.fn()
  const { container, findByRole, queryByRole } = render(<PhotoReader onCode={onCode} />)
  const hand = userEvent.setup()
  const give = (codes: object[]) => {
    decode.mockResolvedValueOnce(codes)
    return hand.upload(
      container.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['x'], 'label.png', { type: 'image/png' }),
    )
  }
  await give([])
  expect((await findByRole('alert')).textContent).toMatch(/no code in this photo/)
  await give([
    { text: 'SN-1', format: 'QRCode' },
    { text: 'SN-2', format: 'QRCode' },
  ])
  await hand.click(await findByRole('button', { name: 'SN-2' }))
  expect(onCode.mock.calls).toEqual([['SN-2']])
  expect([queryByRole('alert'), queryByRole('group')]).toEqual([null, null])
})
