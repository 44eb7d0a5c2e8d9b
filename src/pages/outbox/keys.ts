import type { KeyboardEvent } from 'react'

const isTyping = (target: Element) => target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null

/** Up and down go from change to change (`data-op` in its `data-op-box`); the others are each change's own. */
export function goByKeys(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as Element
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-op]')]
  const own = target.closest('[data-op-box]')?.querySelector<HTMLElement>('[data-op]')
  const next = stops[(own ? stops.indexOf(own) : -1) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Delete on a change discards it; not while something is typed in it. */
export const isDelete = (event: KeyboardEvent<HTMLElement>): boolean =>
  event.key === 'Delete' && !event.defaultPrevented && !isTyping(event.target as Element)
