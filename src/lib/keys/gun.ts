import { SILENCE } from './burst.ts'
import { isAltGr } from './chord.ts'
import { takeEarly } from './early.ts'
import { isField, takesScans, writes } from './listen.ts'
import { holdValue, writeValue } from './put-back.ts'
import { isScan, longer, noRun, WITHOUT_END, isRun } from './run.ts'
import { SCANNED_CODE } from './scanned-record.ts'
import { handScan, noteTaken } from './scans.ts'

/** How guns say with a key where a part of a code ends (GS), and that the code ends (a new line). */
const GROUP_ENDS = ']'
const GS = '\u001d'
const CODE_ENDS = ['j', 'm']

const inputIn = (target: EventTarget | null, where: string): HTMLInputElement | null =>
  target instanceof HTMLInputElement && target.closest(where) !== null ? target : null

/** The field that a sign for the page's own scans goes to, wherever the focus is. */
const takingAt = (target: EventTarget | null): HTMLInputElement | null =>
  isField(target) ? inputIn(target, '[data-scan]') : document.querySelector<HTMLInputElement>('[data-scan] input')

/** A gun that ends with another key means what one means that ends with Enter. */
function submitted(target: EventTarget | null): boolean {
  const form = target instanceof HTMLInputElement ? target.form : null
  if (!form?.matches('[data-scan]')) return false
  form.requestSubmit()
  return true
}

/** Does it keep what is scanned into it? A note does not; a text of rows has a code in each. */
const keepsScans = (target: EventTarget | null): boolean =>
  takesScans(target) && !(target instanceof HTMLTextAreaElement && !target.matches('[data-rows]'))

/** A stray key this long ago belongs to no scan; a slow device may part the keys of one by less. In milliseconds. */
const LULL = 700

/** An open list goes to what is typed, and people type fast. */
const searches = (target: EventTarget | null) =>
  target instanceof Element && target.matches('[role="listbox"], [role="menu"]')

const replace = (field: HTMLInputElement, text: string) => field.value === text || writeValue(field, text)

/** Hears whole codes out of the keys of a scan gun, also of those that came before it. Answers how to stop it. */
export function listenToGuns(): () => void {
  let run = noRun
  let waiting: ReturnType<typeof setTimeout> | undefined
  let swallowed = ''
  /** When a sign was written last of what has not ended, and what stood in the field for scans before the first of it. */
  let lastSign = performance.now() // a scan may be under way when this begins to listen
  let stale = ''
  /** Gives the field that a scan began in back what it held. */
  let putBack: (() => void) | null = null

  const swallow = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    swallowed = event.key
  }
  /** Takes the text of the run. What follows at once is another scan, and still no typing. */
  const end = () => {
    const ended = { text: run.text, undo: putBack }
    run = { ...run, text: '' }
    putBack = null
    return ended
  }
  const finish = (target: EventTarget | null) => {
    const { text, undo } = end()
    // A gun may end with two keys: the second one ends nothing.
    if (text === '') return
    const chooser = isField(target) ? (target as Element).closest('[data-record]') : null
    if (chooser) {
      undo?.()
      if (!document.documentElement.classList.contains('locked'))
        chooser.dispatchEvent(new CustomEvent(SCANNED_CODE, { detail: text }))
      return
    }
    const coded = inputIn(target, '[data-code]')
    if (!coded && isField(target) && (target as Element).closest('[type="search"], [role="combobox"]')) {
      const field = inputIn(target, '*')
      // What was looked for before is not part of it.
      if (field) replace(field, text.replaceAll(GS, ''))
      return
    }
    if (isField(target)) undo?.()
    if (!document.documentElement.classList.contains('locked')) handScan(text, coded, run.last)
  }
  /** In a part that takes scans itself the field holds the scan alone, and its form is submitted by whatever ends it. */
  const guardTaking = (event: KeyboardEvent, ends: boolean) => {
    const { key, ctrlKey, target, timeStamp: at } = event
    if (!(ends || ctrlKey) || !isScan(run, at)) return
    const field = inputIn(target, '[data-scan]')
    if (ctrlKey && key === GROUP_ENDS) {
      run = longer(run, at, GS)
      if (field) writeValue(field, field.value + GS)
    }
    if (ends) {
      const { text } = end()
      if (text !== '') noteTaken()
      // A run that was parted is the end of its code alone: the field has all of it.
      if (field && text !== '') replace(field, field.value.startsWith(stale) ? field.value.slice(stale.length) : text)
      lastSign = Number.NEGATIVE_INFINITY
      if (key === 'Enter') return
      const isSent = text !== '' && submitted(target)
      if (key === 'Tab' && !isSent) return
    }
    swallow(event)
  }
  /** What a scan ends with presses nothing and submits nothing. */
  const guard = (event: KeyboardEvent) => {
    const { key, target, timeStamp: at } = event
    const isControl = event.ctrlKey && !isAltGr(event)
    const ends = key === 'Enter' || key === 'Tab' || (isControl && CODE_ENDS.includes(key))
    if (!ends && key !== ' ' && !isControl) return
    if (keepsScans(target)) return guardTaking(event, ends)
    const isIn = isField(target)
    // A blank is part of a label; on a button it would press it.
    if (isIn && key === ' ') return
    if (!(isIn || searches(target) ? isScan(run, at) : isRun(run, at))) return
    if (isControl && key === GROUP_ENDS) run = longer(run, at, GS)
    if (ends) finish(target)
    swallow(event)
  }

  const down = (event: KeyboardEvent) => {
    clearTimeout(waiting)
    if (event.isComposing || event.repeat) return
    const { timeStamp: at, target, key } = event
    guard(event)
    if (!writes(event)) return
    if (at - lastSign > LULL) stale = takingAt(target)?.value ?? ''
    lastSign = at
    if (at - run.last > SILENCE || putBack === null) putBack = holdValue(target)
    run = longer(run, at, key)
    if (isField(target) && !inputIn(target, '[data-code], [data-record] *')) return
    const { keys, last } = run
    waiting = setTimeout(() => keys >= WITHOUT_END && isScan(run, last) && finish(target), SILENCE)
  }
  const up = (event: KeyboardEvent) => {
    if (swallowed !== event.key) return
    swallowed = ''
    event.preventDefault()
  }
  for (const event of takeEarly()) down(event)
  // None of their ends can be held back any more.
  swallowed = ''
  window.addEventListener('keydown', down, true)
  window.addEventListener('keyup', up, true)
  return () => {
    clearTimeout(waiting)
    window.removeEventListener('keydown', down, true)
    window.removeEventListener('keyup', up, true)
  }
}
