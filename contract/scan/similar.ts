/** Longer than that, a code has too many neighbours to ask for. */
const LONGEST = 24
const SHORTEST = 4
const SIGNS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Noughts that a table or a printer lost, or added. */
const NOUGHTS = 4

/** What parts a code as it is printed, and is often written otherwise, or left out. */
const PARTS = ' -./_'
const parts = new RegExp(`[${PARTS}]`, 'g')
/** The signs of a code alone: however it is parted they are the same. */
export const bareCode = (code: string): string => code.replaceAll(parts, '').toUpperCase()

/** The same signs, parted otherwise: as people read a code from a label. */
function partedLike(text: string): string[] {
  const bare = bareCode(text)
  if (bare.length > LONGEST || bare.length < SHORTEST) return []
  const cuts = Array.from({ length: bare.length - 1 }, (_, at) => at + 1)
  const cut = (at: readonly number[], by: string) =>
    [0, ...at].map((from, nr) => bare.slice(from, at[nr] ?? bare.length)).join(by)
  const twice = cuts.flatMap((one, nr) => cuts.slice(nr + 1).map(other => cut([one, other], '-')))
  const others = Array.from(PARTS, sign => text.replaceAll(parts, sign))
  return [bare, ...others, ...cuts.flatMap(at => [cut([at], '-'), cut([at], ' ')]), ...twice]
}

/**
 * Codes that one mistake makes of this one. It is another sign, one too many or lost, two that changed places, or noughts before
 * it. Whoever is asked says which of them there are.
 */
export function similarCodes(code: string): string[] {
  const text = code.toUpperCase()
  const found = new Set<string>()
  const bare = text.replace(/^0+(?=.)/, '')
  for (let noughts = 0; noughts <= NOUGHTS; noughts += 1) found.add('0'.repeat(noughts) + bare)
  for (const other of partedLike(text)) found.add(other)
  const signs = Array.from(text)
  if (signs.length >= SHORTEST && signs.length <= LONGEST)
    for (const [at, own] of signs.entries()) {
      const before = signs.slice(0, at).join('')
      const after = signs.slice(at + 1).join('')
      found.add(before + after)
      const next = signs[at + 1]
      if (next !== undefined) found.add(before + next + own + signs.slice(at + 2).join(''))
      // One that is lost is a nought, or one of two that are the same, more often than any other.
      found.add(`${before}0${own}${after}`)
      found.add(before + own + own + after)
      for (const sign of SIGNS) found.add(before + sign + after)
    }
  found.delete(text)
  return [...found]
}
