/** Fewer rows than this are all drawn. */
export const FEW = 60

const isLike = (size: number) => (other: number) => Math.abs(size - other) < 0.5

/** What is known of the heights of many rows: most have the usual one, those that do not are kept by their key. */
export type Heights = {
  /** What they were thought to be; another guess starts anew. */
  guess: number
  usual: number
  measured: boolean
  odd: ReadonlyMap<number, number>
}

export const guessed = (guess: number): Heights => ({ guess, usual: guess, measured: false, odd: new Map() })

/**
 * The first row that is measured says what is usual. So do all that are drawn (`isAll`), where they are equally high: there
 * is less room for them, or more. The same object where nothing is new.
 */
export function withMeasured(
  heights: Heights,
  sizes: readonly { key: number; size: number }[],
  isAll = false,
): Heights {
  let { usual, measured } = heights
  const [first] = sizes
  if (isAll && first && !isLike(usual)(first.size) && sizes.map(({ size }) => size).every(isLike(first.size)))
    return { ...heights, usual: first.size, measured: true, odd: new Map() }
  const odd = new Map(heights.odd)
  for (const { key, size } of sizes) {
    if (!measured) [usual, measured] = [size, true]
    if (isLike(usual)(size)) odd.delete(key)
    else odd.set(key, size)
  }
  const isNew =
    usual !== heights.usual ||
    odd.size !== heights.odd.size ||
    [...odd].some(([key, size]) => heights.odd.get(key) !== size)
  return isNew || measured !== heights.measured ? { ...heights, usual, measured, odd } : heights
}

/** Where rows begin, and which row is where; both in pixels from the first row. */
export type Places = { startOf: (index: number) => number; rowAt: (offset: number) => number }

export function placesOf(count: number, { usual, odd }: Heights, keyOf: (index: number) => number): Places {
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index))
  if (odd.size === 0) return { startOf: index => index * usual, rowAt: offset => clamp(Math.floor(offset / usual)) }
  const starts = new Float64Array(count + 1)
  for (let index = 0; index < count; index += 1) starts[index + 1] = starts[index]! + (odd.get(keyOf(index)) ?? usual)
  const rowAt = (offset: number) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle + 1]! <= offset) low = middle + 1
      else high = middle
    }
    return clamp(low)
  }
  return { startOf: index => starts[index] ?? 0, rowAt }
}
