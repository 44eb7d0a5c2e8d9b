import type { KeyboardEvent } from 'react'
import { isPressed } from '#src/lib/keys/is-pressed.ts'
import type { ShortcutName } from '#src/lib/keys/shortcuts.ts'

const isTyping = (target: Element) => target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null
const isMeant = (event: KeyboardEvent<HTMLElement>, name: ShortcutName) =>
  isPressed(event, name) && !event.defaultPrevented && !isTyping(event.target as Element)

/** Up and down go from change to change (`data-op` in its `data-op-box`); the others are each change's own. */
export function goByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (!isMeant(event, 'throughChanges')) return
  const by = event.key === 'ArrowDown' ? 1 : -1
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-op]')]
  const own = (event.target as Element).closest('[data-op-box]')?.querySelector<HTMLElement>('[data-op]')
  const next = stops[(own ? stops.indexOf(own) : -1) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Delete on a change discards it; not while something is typed in it. */
export const isDelete = (event: KeyboardEvent<HTMLElement>): boolean => isMeant(event, 'discardChange')
