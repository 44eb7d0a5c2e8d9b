/** Lets go of a draft; it is done when other forms may have it. */
export type LetGo = () => Promise<void>

const PREFIX = 'caredesk-draft:'
const hasLocks = () => typeof navigator !== 'undefined' && Boolean(navigator.locks)

/**
 * Holds a draft as long as a form works on it; null where another form has it, in this tab or in another one. The
 * browser lets go of it when the page dies, so that whoever comes back finds it free.
 */
export async function hold(key: string): Promise<LetGo | null> {
  if (!hasLocks()) return () => Promise.resolve()
  let letGo = () => {}
  let over: Promise<unknown> = Promise.resolve()
  const isOurs = await new Promise<boolean>(resolve => {
    over = navigator.locks
      .request(PREFIX + key, { ifAvailable: true }, lock => {
        resolve(lock !== null)
        return lock && new Promise<void>(done => (letGo = done))
      })
      // A page that is going away is refused its locks.
      .catch(() => resolve(false))
  })
  if (!isOurs) return null
  return async () => {
    letGo()
    await over
  }
}

/** The drafts that a form is at work on at this moment. */
export async function heldKeys(): Promise<ReadonlySet<string>> {
  if (!hasLocks()) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])))
}

/** What forms that were left in this tab are still keeping: the next one looks for drafts only after it. */
let leaving: Promise<unknown> = Promise.resolve()
export const leaveAfter = (work: Promise<unknown>): void => {
  leaving = Promise.allSettled([leaving, work])
}
export const whenLeft = (): Promise<unknown> => leaving
