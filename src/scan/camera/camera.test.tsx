// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { lockNow, unlock } from '#src/session/lock.ts'
import { speakEnglish } from '../../../tests/support/at-work.tsx'
import { Camera } from './camera.tsx'
import { PhotoReader } from './photo.tsx'

const { decode } = vi.hoisted(() => ({ decode: vi.fn() }))
vi.mock('#src/scan/decode/decoder.ts', () => ({ decode, startDecoder: vi.fn() }))

beforeAll(() => speakEnglish('ui', 'scan'))

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
