import type { Code } from '#src/scan/decode/code.ts'

/** The same text is not told again for so long, in ms, */
const AGAIN = 2_000
/** nor as long as it is still seen. A code that is out of focus is missed now and then. */
const GONE = 1_000
/** What lay beside another code was not pointed at. */
const BESIDE = 400

type Seen = { told: number; at: number; beside: number }
const unseen: Seen = { told: -Infinity, at: -Infinity, beside: -Infinity }

/**
 * Which of the codes in a picture is to be told, if any: the one in the middle, once for each time that somebody shows it.
 * A label often has two, and a camera sees each of them thirty times a second.
 */
export function makeTeller(now: () => number = () => performance.now()) {
  const known = new Map<string, Seen>()
  const isIn = ({ at }: Seen) => now() - at < GONE
  return (codes: readonly Code[]): Code | null => {
    for (const [text, seen] of known)
      if (!isIn(seen) && now() - seen.told >= AGAIN && now() - seen.beside >= BESIDE) known.delete(text)
    const [first, ...others] = codes
    if (!first) return null
    for (const { text } of others) {
      const seen = known.get(text) ?? unseen
      known.set(text, { ...seen, beside: now() })
    }
    const seen = known.get(first.text) ?? unseen
    const isOther = now() - seen.beside < BESIDE && seen.told === -Infinity && [...known.values()].some(isIn)
    const isNews = !isOther && !isIn(seen) && now() - seen.told >= AGAIN
    known.set(first.text, { ...seen, at: isOther ? seen.at : now(), told: isNews ? now() : seen.told })
    return isNews ? first : null
  }
}
