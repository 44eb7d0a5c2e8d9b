/** Forms with unsaved input. While there are any, nothing reloads the page by itself. */
const open = new Set<symbol>()

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Says that a form has unsaved input; call what it returns once that is saved or given up. */
export function holdOpen(): () => void {
  const form = Symbol('form')
  open.add(form)
  if (open.size === 1) window.addEventListener('beforeunload', warn)
  return () => {
    open.delete(form)
    if (open.size === 0) window.removeEventListener('beforeunload', warn)
  }
}

export const somethingIsOpen = () => open.size > 0

type Keep = () => Promise<void>
const keepers = new Set<Keep>()

/** Has what is typed kept on the device before the session ends under it. Answers how to stop that. */
export function keepBeforeLeaving(keep: Keep): () => void {
  keepers.add(keep)
  return () => void keepers.delete(keep)
}

/** A store that does not answer must not keep anybody from leaving. */
const PATIENCE = 500

/** Keeps what is typed now. */
export const keepWhatIsOpen = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled([...keepers].map(keep => keep())),
    new Promise(resolve => setTimeout(resolve, PATIENCE)),
  ])
