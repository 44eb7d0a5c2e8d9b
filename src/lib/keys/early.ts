/** What hears scan guns comes after the first rows. The keys of before are kept for it, but for those that a field took. */
const MOST = 1_000
let keys: KeyboardEvent[] = []
let isAsked = false
let listener = () => {}

/** Told apart more simply than elsewhere: this is there before everything else, also where somebody signs in. */
const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

const note = (event: KeyboardEvent) => {
  if (isField(event.target)) return
  keys = [...keys.slice(1 - MOST), event]
  if (event.key !== 'Enter' || keys.at(-2)?.key.length !== 1) return
  isAsked = true
  listener()
}

export const hearEarly = () => window.addEventListener('keydown', note, true)

/** Did something end like a scan? Whoever scans does not wait for the page to be complete. */
export const hasEarly = () => isAsked
export function onEarly(next: () => void): () => void {
  listener = next
  return () => void (listener = () => {})
}

/** Gives what was kept to what hears guns from now on. */
export function takeEarly(): KeyboardEvent[] {
  window.removeEventListener('keydown', note, true)
  const taken = keys
  keys = []
  return taken
}
