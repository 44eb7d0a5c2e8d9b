const SOON = 5 * 60_000
const DAY = 86_400_000

/** Does it every day, and for the first time soon after the start: many a server is switched off every night. Answers how to stop. */
export function daily(work: () => void): () => void {
  const first = setTimeout(work, SOON).unref()
  const others = setInterval(work, DAY).unref()
  return () => {
    clearTimeout(first)
    clearInterval(others)
  }
}
