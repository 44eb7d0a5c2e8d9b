import { onInMemory } from '#src/offline/in-memory.ts'

/** Forms with unsaved input. While there are any, nothing reloads the page by itself. */
const open = new Set<symbol>()
/** Of these what is lost with the page alone, as a photo without room: it goes with whoever walks on in it. */
const inPage = new Set<symbol>()
/** Those of them of which a draft is kept on this device. */
const drafted = new Set<symbol>()

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Whatever has the browser ask before the page is closed. */
const closing = new Set<symbol>()

/** Has the browser ask before the page is closed; call what it returns once that is not needed any more. */
export function askBeforeClosing(): () => void {
  const reason = Symbol('reason')
  closing.add(reason)
  if (closing.size === 1) window.addEventListener('beforeunload', warn)
  return () => {
    closing.delete(reason)
    if (closing.size === 0) window.removeEventListener('beforeunload', warn)
  }
}

/** Held by every tab with unsaved input, all of them together. */
const TYPED = 'caredesk-typed'
let letGoOfTyped = () => {}
const typed = new Set<symbol>()

/**
 * Has whoever signs out in another tab wait: there is something here that would have to be kept first. Call what it returns once it
 * is.
 */
export function holdTyped(): () => void {
  const words = Symbol('typed')
  typed.add(words)
  if (typed.size === 1) {
    const isOver = new Promise<void>(resolve => (letGoOfTyped = resolve))
    navigator.locks?.request(TYPED, { mode: 'shared' }, () => isOver).catch(() => undefined)
  }
  return () => {
    typed.delete(words)
    if (typed.size === 0) letGoOfTyped()
  }
}

/** Says that a form, or the page itself, has unsaved input; call what it returns once that is saved or given up. */
export function holdOpen(where: 'form' | 'page' = 'form'): () => void {
  const form = Symbol(where)
  open.add(form)
  if (where === 'page') inPage.add(form)
  const letGo = holdTyped()
  const stop = askBeforeClosing()
  return () => {
    open.delete(form)
    inPage.delete(form)
    letGo()
    stop()
  }
}

// A photo for which the device had no room is lost with the page as well.
let letGoOfMemory: (() => void) | null = null
onInMemory(isHeld => {
  if (isHeld) letGoOfMemory ??= holdOpen('page')
  else {
    letGoOfMemory?.()
    letGoOfMemory = null
  }
})

/** Says that what is typed into an open form is kept as a draft; call what it returns once it no longer is. */
export function holdDraft(): () => void {
  const form = Symbol('draft')
  drafted.add(form)
  return () => void drafted.delete(form)
}

/** The page goes by itself now, with a draft of everything: the browser need not ask. */
export const goWithoutAsking = () => window.removeEventListener('beforeunload', warn)

/** Would anything be lost with this page, were it not kept before? */
export const somethingIsOpen = () => open.size > 0

const forms = () => open.size - inPage.size
export const somethingIsTyped = () => forms() > 0
/** Is there a draft of everything that is typed and not saved? */
export const whatIsTypedIsKept = () => drafted.size >= forms()

/** Is nothing lost with this page but what found no room on the device? */
export const onlyMemoryIsLost = () => inPage.size === (letGoOfMemory ? 1 : 0) && whatIsTypedIsKept()

/** Is nothing lost with this page? */
export const everythingIsKept = () => inPage.size === 0 && whatIsTypedIsKept()

type Keep = () => Promise<void>
const keepers = new Set<Keep>()

/** Has what is typed kept on the device before the session ends under it. Answers how to stop that. */
export function keepBeforeLeaving(keep: Keep): () => void {
  keepers.add(keep)
  return () => void keepers.delete(keep)
}

/** A store that does not answer must not keep anybody from leaving. */
const PATIENCE = 2_000

/** Keeps what is typed now. */
export const keepWhatIsOpen = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled([...keepers].map(keep => keep())),
    new Promise(resolve => setTimeout(resolve, PATIENCE)),
  ])

/** The same, and this is the last that other tabs wait for. */
export async function keepAndLeave(): Promise<void> {
  await keepWhatIsOpen()
  letGoOfTyped()
}

/** Waits until every other tab has kept what is typed in it, and has let go; not for one that is frozen. */
export const leftElsewhere = async (): Promise<void> =>
  navigator.locks?.request(TYPED, { signal: AbortSignal.timeout(PATIENCE) }, () => undefined).catch(() => undefined)
