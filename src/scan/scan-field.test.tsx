import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isLoud, setLoud } from '#src/parts/sounds.ts'
import { speakEnglish } from '../../tests/support/at-work.tsx'
import { ScanField } from './scan-field.tsx'

beforeAll(() => speakEnglish('ui', 'scan'))
afterEach(() => {
  vi.unstubAllGlobals()
  setLoud(true)
})

function open({ fingers = false } = {}) {
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: fingers && media === '(pointer: coarse)' }))
  const onScan = vi.fn<(code: string) => void>()
  render(<ScanField label="Code" placeholder="Ready" onScan={onScan} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
  return { hand: userEvent.setup({ delay: null }), field, onScan }
}

test('on a device for fingers the field has the focus and asks for no keyboard, until somebody wants to type', async () => {
  const { hand, field, onScan } = open({ fingers: true })
  expect(document.activeElement).toBe(field)
  expect(field.inputMode).toBe('none')
  const types = screen.getByRole('button', { name: 'Type instead' })
  await hand.click(types)
  expect(field.inputMode).toBe('text')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await hand.keyboard('SN-1{Enter}')
  expect(onScan.mock.lastCall?.[0]).toBe('SN-1')
  await hand.click(types)
  expect(field.inputMode).toBe('none')
})

test('at a desk it is a field like any other', () => {
  expect(open().field.inputMode).toBe('text')
})

test('its switch for sounds is kept on the device, and the field goes on taking scans', async () => {
  const { hand, field } = open()
  await hand.click(screen.getByRole('button', { name: 'Sound and vibration' }))
  expect(isLoud()).toBe(false)
  expect(document.activeElement).toBe(field)
})
