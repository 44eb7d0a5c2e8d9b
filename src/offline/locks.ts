/**
 * Whoever holds a lock and says for so long nothing of being at it is frozen, in ms. Browsers let a page that is hidden for some
 * minutes do something once a minute only: such a one goes on.
 */
export const FROZEN_AFTER = 150_000

/** Lets one tab at a time do something. A courtesy that saves work: correctness never rests on it. */
export type LockPort = {
  /** Answers 'taken' without doing anything where another tab is at it; `steal` takes the lock from a frozen tab. */
  run<T>(name: string, work: () => Promise<T>, options?: { steal?: boolean }): Promise<T | 'taken'>
}

export const webLocks: LockPort = {
  run: async (name, work, options) =>
    typeof navigator === 'undefined' || !navigator.locks
      ? work()
      : navigator.locks.request(name, options?.steal ? { steal: true } : { ifAvailable: true }, lock =>
          lock ? work() : 'taken',
        ),
}

/** Waits until no tab of this browser does work of this name, and then does it. */
export const inTurn = async (name: string, work: () => Promise<void>): Promise<void> =>
  typeof navigator === 'undefined' || !navigator.locks ? work() : navigator.locks.request(name, work)

/** Locks within one program, for tests and for places without Web Locks. */
export function localLocks(): LockPort {
  const held = new Set<string>()
  return {
    async run(name, work, options) {
      if (held.has(name) && !options?.steal) return 'taken'
      held.add(name)
      try {
        return await work()
      } finally {
        held.delete(name)
      }
    },
  }
}
