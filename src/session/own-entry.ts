import { HOME } from './safe-redirect.ts'

/**
 * Every entry of a tab's history says whose it is: who comes next on this device and uses the browser's own buttons is led to no
 * address of somebody else, nor to the words that stand in it.
 */
export const whoseEntry = (): number | undefined => (history.state as { whose?: number } | null)?.whose

/** Is it somebody else who was here? What nobody has opened yet is for whoever does. */
export const isOfSomebodyElse = (userId: number): boolean => (whoseEntry() ?? userId) !== userId

let here: number | undefined

/** Says that the entry is of the person who is here; not of what is somebody else's. */
export function markEntry(): void {
  if (here !== undefined && whoseEntry() === undefined)
    history.replaceState({ ...(history.state as object | null), whose: here }, '')
}

/** What lies further back in this tab is somebody else's still. Told before the router is, so that it reads home there. */
export function leadHome(): void {
  if (here === undefined || !isOfSomebodyElse(here)) return
  const { idx } = history.state as { idx?: number }
  history.replaceState({ idx, whose: here }, '', HOME)
}

/** From now on what is opened in this tab is theirs. False: what is open now is somebody else's. */
export function markEntriesFor(userId: number): boolean {
  here = userId
  if (isOfSomebodyElse(userId)) return false
  markEntry()
  return true
}
