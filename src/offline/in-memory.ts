/** What lies in no store of this device: it is lost with this page. */
const held = new Set<symbol>()
const listeners = new Set<(isHeld: boolean) => void>()

export const isInMemory = () => held.size > 0

/** Says that this page alone has something; call what it returns once that is kept elsewhere or given up. */
export function holdInMemory(): () => void {
  const thing = Symbol('thing')
  held.add(thing)
  if (held.size === 1) tell()
  return () => {
    if (held.delete(thing) && held.size === 0) tell()
  }
}

/** Hears whenever there is something of that kind, and when there is nothing any more. */
export const onInMemory = (listener: (isHeld: boolean) => void): void => void listeners.add(listener)

function tell(): void {
  for (const listener of listeners) listener(isInMemory())
}
