export type Series = ReturnType<typeof seriesOf>

export type Numbered = { series: string; year: number; last: number }

/** What comes next in each series, after what is numbered already. */
export function seriesOf(known: readonly Numbered[]) {
  const last = new Map(known.map(({ series, year, last: nr }) => [`${series}-${year}`, nr]))
  return {
    next(series: string, at: string) {
      const key = `${series}-${new Date(at).getUTCFullYear()}`
      last.set(key, (last.get(key) ?? 0) + 1)
      return `${key}-${String(last.get(key)).padStart(6, '0')}`
    },
    all: () => [...last].map(([key, count]) => [key.slice(0, 3), Number(key.slice(4)), count] as const),
  }
}
