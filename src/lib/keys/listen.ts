import { isBurst, isQuiet, noteKey, SILENCE } from './burst.ts'
import { isMac, matches } from './chord.ts'
import { chords, isShortcutOff, liveShortcut, shortcuts } from './shortcuts.ts'

const buttons = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** Does this element take what is typed? */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !buttons.includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
}

/**
 * Where a scan may end with Enter: fields that wait for one, passwords out of a manager, and lines of a text. What hears whole
 * scans gives a text back what it held.
 */
export const takesScans = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.closest('[data-scan]') !== null || target.matches('textarea, input[type="password"]'))

/** A question that stands before everything else has to be answered first. */
export const isInterrupted = () => document.querySelector('[aria-modal="true"], dialog[open], html.locked') !== null

export const writes = (event: KeyboardEvent) =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && (!event.altKey || event.getModifierState('AltGraph'))

/** The one listener behind all shortcuts. Answers how to stop it. */
export function listenToKeys(): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let swallowed = ''

  const guard = (event: KeyboardEvent): boolean => {
    if (event.key !== 'Enter' && event.key !== ' ') return false
    // A blank is part of a label; on a button it would press it.
    if (!isBurst(event.timeStamp) || takesScans(event.target) || (event.key === ' ' && isField(event.target)))
      return false
    event.preventDefault()
    event.stopPropagation()
    swallowed = event.key
    return true
  }

  const down = (event: KeyboardEvent) => {
    // The sign waits for silence, and this is none.
    clearTimeout(waiting)
    if (event.isComposing || event.repeat) return
    const at = event.timeStamp
    const stopped = guard(event)
    const wasQuiet = isQuiet(at)
    const wasBurst = isBurst(at)
    if (writes(event)) noteKey(at)
    if (stopped || wasBurst || event.defaultPrevented) return
    const found = chords.find(({ chord }) => matches(event, chord))
    if (!found || shortcuts[found.name].scope === 'row' || isShortcutOff(found.name)) return
    const shortcut = liveShortcut(found.name)
    if (!shortcut) return
    const { chord } = found
    const isBare = chord.key.length === 1 && !chord.mod && !chord.alt
    // On a Mac, Option writes characters.
    const isLeft = isBare || (chord.alt && isMac()) || shortcuts[found.name].notInFields
    if (isLeft && isField(event.target)) return
    // Asked last: it looks through the whole page, and most keys are no shortcut.
    if ((isBare && !wasQuiet) || isInterrupted()) return
    event.preventDefault()
    if (isBare) waiting = setTimeout(shortcut.run, SILENCE)
    else shortcut.run()
  }
  const up = (event: KeyboardEvent) => {
    if (swallowed !== event.key) return
    swallowed = ''
    event.preventDefault()
  }
  // Before everything else: what a scan ends with must not reach a form.
  window.addEventListener('keydown', down, true)
  window.addEventListener('keyup', up, true)
  return () => {
    clearTimeout(waiting)
    window.removeEventListener('keydown', down, true)
    window.removeEventListener('keyup', up, true)
  }
}
