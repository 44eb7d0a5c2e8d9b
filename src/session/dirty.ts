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
