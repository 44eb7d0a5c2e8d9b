import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lineDeedOf, type LineDeed } from './line-keys.ts'

let deed: LineDeed | null
const press = (name: string, key: string, more: object = {}) => {
  fireEvent.keyDown(screen.getByLabelText(name), { key, ...more })
  return deed
}

test('keys mean lines only where the control has no use for them', () => {
  render(
    <div
      role="presentation"
      onKeyDown={event => {
        deed = lineDeedOf(event)
      }}
    >
      <input aria-label="Empty" />
      <input aria-label="Words" defaultValue="two words" />
      <input aria-label="Tick" type="checkbox" />
      <textarea aria-label="Text" />
    </div>,
  )
  expect(press('Words', 'Enter')).toBe('next')
  expect(press('Text', 'Enter')).toBeNull()
  expect(press('Tick', 'Enter')).toBeNull()
  expect(press('Words', 'Enter', { ctrlKey: true })).toBeNull()
  expect(press('Words', 'd', { ctrlKey: true })).toBe('duplicate')
  expect(press('Words', 'ArrowUp', { altKey: true })).toBe('up')
  expect(press('Words', 'ArrowDown', { ctrlKey: true })).toBe('below')
  // Ctrl+Backspace takes a word away where there is one, and the line where there is none.
  expect(press('Words', 'Backspace', { ctrlKey: true })).toBeNull()
  expect(press('Words', 'Backspace', { ctrlKey: true, shiftKey: true })).toBe('remove')
  expect(press('Empty', 'Backspace', { ctrlKey: true })).toBe('remove')
  expect(press('Tick', 'Delete', { ctrlKey: true })).toBe('remove')
  expect(press('Words', 'a')).toBeNull()
})
