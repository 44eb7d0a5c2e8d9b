/** Chance that falls the same way every time (mulberry32): a sample business that is the same on every machine. */
export function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (from: number, to: number) => from + below(to - from + 1),
    /** Does it happen, so many times in a hundred? */
    happens: (percent: number) => next() * 100 < percent,
    one: <T>(of: readonly T[]): T => of[below(of.length)]!,
    some: <T>(of: readonly T[], percent: number): T[] => of.filter(() => next() * 100 < percent),
  }
}
export type Chance = ReturnType<typeof chance>
