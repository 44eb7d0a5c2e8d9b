/** What was asked since somebody was last not there to answer. */
let round = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Asks when the answer was given already: one after the other, so that fast scans do not crowd the line. Where nobody answers, or
 * not within so many ms, those that wait are not asked any more.
 */
export function afterwards(ask: (signal: AbortSignal) => Promise<void>, patience: number): void {
  const mine = round
  const turn = async () => {
    if (mine !== round) return
    await ask(AbortSignal.timeout(patience)).catch(() => (round += 1))
  }
  last = last.then(turn)
}
