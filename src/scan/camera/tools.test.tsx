import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { speakEnglish } from '../../../tests/support/at-work.tsx'
import { Tools } from './tools.tsx'

const cameras = [
  { kind: 'videoinput', deviceId: 'wide', label: 'Back camera, wide' },
  { kind: 'videoinput', deviceId: 'near', label: 'Back camera, near' },
]

beforeAll(() => speakEnglish('ui', 'scan'))
beforeEach(() => {
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { enumerateDevices: async () => cameras },
    configurable: true,
  })
})
afterEach(() => {
  // Who leaves the page stops listening to the cameras: they are there until then.
  cleanup()
  Reflect.deleteProperty(navigator, 'mediaDevices')
  localStorage.clear()
})

/** The tools of a camera that comes so near, as on the page that is opened now. */
function open(nearest: number, id = 'wide', name = '') {
  const asked: object[] = []
  const track = {
    readyState: 'live',
    label: name,
    getSettings: () => ({ deviceId: id }),
    getCapabilities: () => ({ zoom: { min: 1, max: nearest } }),
    applyConstraints: async ({ advanced: [wished] }: { advanced: [object] }) => void asked.push(wished),
  }
  const stream = { id: 'stream', getVideoTracks: () => [track] } as unknown as MediaStream
  const onOther = vi.fn()
  const { unmount } = render(<Tools stream={stream} onOther={onOther} />)
  return { asked, onOther, unmount }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('how near somebody wanted it is so again on the next visit, and no nearer than a camera comes', async () => {
  const first = open(4)
  await press('Zoom, now 1 times')
  await press('Zoom, now 2 times')
  await screen.findByRole('button', { name: 'Zoom, now 4 times' })
  first.unmount()
  const again = open(4)
  await screen.findByRole('button', { name: 'Zoom, now 4 times' })
  expect(again.asked).toEqual([{ zoom: 4 }])
  again.unmount()
  const other = open(2)
  await screen.findByRole('button', { name: 'Choose a camera' })
  expect([screen.getByRole('button', { name: 'Zoom, now 1 times' }).textContent, other.asked]).toEqual(['1×', []])
})

const shown = async () => (await screen.findByRole('button', { name: /^Zoom/ })).textContent

test('another camera is chosen once, and begins as it is; the one before is as near as it was', async () => {
  const first = open(4)
  await press('Zoom, now 1 times')
  await press('Choose a camera')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Back camera, near' }))
  await waitFor(() => expect(first.onOther).toHaveBeenCalledOnce())
  first.unmount()
  const next = open(4, 'near')
  await screen.findByRole('button', { name: 'Choose a camera' })
  expect([await shown(), next.asked]).toEqual(['1×', []])
  next.unmount()
  open(4, 'wide')
  await screen.findByRole('button', { name: 'Zoom, now 2 times' })
})

test('while the chosen camera is unplugged the other one is no nearer, and the chosen one is known by its name again', async () => {
  const chosen = open(4, 'near', 'Back camera, near')
  await press('Zoom, now 1 times')
  await screen.findByRole('button', { name: 'Zoom, now 2 times' })
  chosen.unmount()
  const other = open(4, 'wide', 'Back camera, wide')
  await screen.findByRole('button', { name: 'Choose a camera' })
  expect([await shown(), other.asked]).toEqual(['1×', []])
  other.unmount()
  open(4, 'another id', 'Back camera, near')
  await screen.findByRole('button', { name: 'Zoom, now 2 times' })
})
