/**
 * Every entry of a tab's history says whose it is: who comes next on this device and uses the browser's own buttons is led to no
 * address of somebody else, nor to the words that stand in it.
 */
export const whoseEntry = (): number | undefined => (history.state as { whose?: number } | null)?.whose

/** Is it somebody else who was here? What nobody has opened yet is for whoever does. */
export const isOfSomebodyElse = (userId: number): boolean => (whoseEntry() ?? userId) !== userId

let here: number | undefined

/** Says that the entry is of the person who is here. */
export function markEntry(): void {
  if (here !== undefined && whoseEntry() !== here)
    history.replaceState({ ...(history.state as object | null), whose: here }, '')
}

/** From now on what is opened in this tab is theirs. False: what is open now is somebody else's. */
export function markEntriesFor(userId: number): boolean {
  here = userId
  if (isOfSomebodyElse(userId)) return false
  markEntry()
  return true
}
