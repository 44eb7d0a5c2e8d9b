import type { KeyboardEvent } from 'react'

/** Moves the focus along a row of elements with the arrow keys, Home and End; the row is one stop of the Tab key. */
export function moveInRow(event: KeyboardEvent<HTMLElement>, selector: string) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = all.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight'
  const back = rtl ? 'ArrowRight' : 'ArrowLeft'
  const to = { [forward]: at + 1, [back]: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  const next = all[(to + all.length) % all.length]
  next?.focus()
  next?.click()
}
