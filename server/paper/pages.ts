import { rowsOnPages } from '#contract/rows-on-pages.ts'
import { MM, type Block, type Pen } from './pen.ts'

/** Like the sheets that the app prints: its head once, the head of its table on each, and what it all comes to at the end. */
export type PaperDocument = {
  head: Block
  /** At the top of every further page. */
  again: Block
  columns: Block
  rows: readonly Block[]
  /** Never torn from the last row. */
  tail: Block
  /** What may go on to another page where it does not fit. */
  rest: readonly Block[]
  foot: (page: number, of: number) => Block
}

const PAGE = { width: 210 * MM, height: 297 * MM }
const MARGIN = 13 * MM
/** As wide as what stands on a page may be. */
export const CONTENT = PAGE.width - 2 * MARGIN

const heightOf = (blocks: readonly Block[]) => blocks.reduce((all, { height }) => all + height, 0)

/** The blocks of each page, from the top. */
function pagesOf({ head, again, columns, rows, tail, rest, foot }: PaperDocument): Block[][] {
  const room = PAGE.height - 2 * MARGIN - foot(1, 1).height - 4
  const whole = tail.height + heightOf(rest)
  const next = room - again.height
  // Where all that stands below cannot be on one page, its sums alone stay with the last row.
  const kept = whole + Math.max(0, ...rows.map(({ height }) => height)) <= next - columns.height ? whole : tail.height
  const split = rowsOnPages(
    rows.map(({ height }) => height),
    { first: room - head.height - columns.height, next: next - columns.height, tail: kept },
  )
  const pages = split.map((on, at) => [
    at === 0 ? head : again,
    ...(on.length > 0 || at === 0 ? [columns] : []),
    ...on.map(row => rows[row]!),
  ])
  pages.at(-1)!.push(tail)
  for (const block of rest) {
    if (heightOf(pages.at(-1)!) + block.height > room) pages.push([again])
    pages.at(-1)!.push(block)
  }
  return pages
}

/** Draws all of it, each page with its number and how many there are. */
export function drawPages({ doc }: Pen, one: PaperDocument): void {
  const pages = pagesOf(one)
  for (const [at, blocks] of pages.entries()) {
    doc.addPage()
    let y = MARGIN
    for (const block of blocks) {
      block.draw(MARGIN, y)
      y += block.height
    }
    const foot = one.foot(at + 1, pages.length)
    foot.draw(MARGIN, PAGE.height - MARGIN - foot.height)
  }
}
