/** So long nobody is let wait for what was found locked, in ms. */
const REST = 3_000

/** Modules whose records somebody held a moment ago. */
export type LockWatch = {
  /** Is it to be sent again, without waiting for it? Once in a while one who asks is let through, to see whether it is free. */
  isHeld(module: string): boolean
  found(module: string, how: 'held' | 'free'): void
}

/**
 * Few connections are kept for what devices send. Who meets a table that is locked for long gives up after a moment; with
 * what comes for it next they would all be in use again, and nothing else would get through.
 */
export function lockWatch(now = () => performance.now()): LockWatch {
  const until = new Map<string, number>()
  return {
    isHeld(module) {
      const end = until.get(module)
      if (end === undefined) return false
      if (now() < end) return true
      until.set(module, now() + REST)
      return false
    },
    found(module, how) {
      if (how === 'held') until.set(module, now() + REST)
      else until.delete(module)
    },
  }
}
