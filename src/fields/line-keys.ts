import type { KeyboardEvent } from 'react'

export type LineDeed = 'below' | 'above' | 'next' | 'duplicate' | 'remove' | 'up' | 'down'

/** What a key means inside of a line. Null: it is for the control or the page. */
export function lineDeedOf(event: KeyboardEvent): LineDeed | null {
  const { key, altKey, shiftKey, target } = event
  const mod = event.ctrlKey || event.metaKey
  if (event.defaultPrevented || event.nativeEvent.isComposing) return null
  if (altKey && !mod && key === 'ArrowUp') return 'up'
  if (altKey && !mod && key === 'ArrowDown') return 'down'
  if (mod && !altKey && key.toLowerCase() === 'd') return 'duplicate'
  if (mod && !altKey && key === 'ArrowUp') return 'above'
  if (mod && !altKey && key === 'ArrowDown') return 'below'
  // With Ctrl alone they take a word away, where there are words.
  if (mod && !altKey && (key === 'Backspace' || key === 'Delete')) return shiftKey || !hasText(target) ? 'remove' : null
  if (key === 'Enter' && !mod && !altKey && !shiftKey && isTyped(target)) return 'next'
  return null
}

const isTyped = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'file', 'color'].includes(target.type)
const hasText = (target: EventTarget) =>
  (isTyped(target) || target instanceof HTMLTextAreaElement) && target.value !== ''
