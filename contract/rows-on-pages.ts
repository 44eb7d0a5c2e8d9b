/** How much room there is, and how much the parts of a document take, all in one unit. */
export type Room = {
  /** For rows on the first page, which begins with the head. */
  first: number
  /** For rows on every further page. */
  next: number
  /** What stands below the last row. */
  tail: number
}

/**
 * Which rows stand on which page, by how high each is. What stands below the last row is never torn from it: where both do
 * not fit any more, they go to the next page together.
 */
export function rowsOnPages(heights: readonly number[], { first, next, tail }: Room): number[][] {
  const pages: number[][] = [[]]
  let left = first
  for (const [row, height] of heights.entries()) {
    const page = pages.at(-1)!
    // A row that is higher than a page stands on one all the same.
    if (height > left && (page.length > 0 || left < next)) {
      pages.push([])
      left = next
    }
    pages.at(-1)!.push(row)
    left -= height
  }
  if (tail <= left) return pages
  const last = pages.at(-1)!.pop()
  return [...pages, last === undefined ? [] : [last]]
}
