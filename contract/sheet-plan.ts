import { unguarded } from './csv.ts'
import { delimiterIn, isBlank, sheetRows, type Delimiter } from './sheet.ts'
import { headIn, type Head, type Target } from './sheet-heads.ts'

type Asked = {
  text: string
  /** The columns that the text may fill. */
  targets: readonly Target[]
  /** What the records are called. */
  nouns?: readonly string[]
  currency?: string
  /** The column that a sheet of one column is pasted into: a first line that names another one is data. */
  place?: string | null
  /** What the person said of it; null where nothing was said. */
  isSplit?: boolean | null
  hasHead?: boolean | null
}

/** One line of a sheet, with its place in it, from 1. */
export type SheetLine = { number: number; texts: readonly string[]; raw: string }

export type SheetPlan = {
  /** What may part the columns of a text without tabs: it is offered, and taken where the first line has names then. */
  delimiter: Exclude<Delimiter, '\t'> | null
  isSplit: boolean
  /** What each column fills by its head. */
  head: Head | null
  hasHead: boolean
  /** Where the head stands, from 1. */
  headAt: number | null
  /** All lines that hold data, up to the last one with something in it. */
  lines: SheetLine[]
  /** Empty lines at the end, which were copied too. */
  emptyAtEnd: number
  width: number
  /** The text without the lines of these numbers. */
  without(gone: ReadonlySet<number>): string
}

/**
 * The one plan of a paste: how a text falls into cells, whether its first line names columns, and which lines are data. A head is
 * never data; an empty line keeps its place, because those below it belong to other records.
 */
export function planSheet({
  text,
  targets,
  place = null,
  isSplit = null,
  hasHead = null,
  ...around
}: Asked): SheetPlan {
  const delimiter = delimiterIn(text)
  const read = (delimiter: Delimiter = '\t') =>
    sheetRows(text, delimiter).map(({ cells, raw }, index) => ({ number: index + 1, texts: cells.map(unguarded), raw }))
  const first = (rows: readonly SheetLine[]) => rows.findIndex(({ texts }) => !isBlank(texts))
  const headOf = (rows: readonly SheetLine[]): Head | null => {
    const texts = rows[first(rows)]?.texts ?? []
    const filled = rows.filter(row => !isBlank(row.texts))
    const isOneColumn = filled.every(row => row.texts.length === 1)
    // One cell alone is what somebody wants to write.
    if (isOneColumn && filled.length < 2) return null
    const head = headIn(texts, targets, around)
    return isOneColumn && place !== null && head?.[0] !== place ? null : head
  }
  const split = delimiter === null ? null : read(delimiter)
  const isParted = split !== null && (isSplit ?? headOf(split) !== null)
  const rows = isParted ? split : read()
  const head = headOf(rows)
  const isHeaded = hasHead ?? head !== null
  const end = rows.findLastIndex(({ texts }) => !isBlank(texts)) + 1
  return {
    delimiter,
    isSplit: isParted,
    head: isHeaded ? head : null,
    hasHead: isHeaded,
    headAt: isHeaded ? first(rows) + 1 : null,
    lines: rows.slice(isHeaded ? first(rows) + 1 : 0, end),
    emptyAtEnd: rows.length - end,
    width: Math.max(0, ...rows.slice(0, end).map(({ texts }) => texts.length)),
    without: gone =>
      rows
        .slice(0, end)
        .filter(({ number }) => !gone.has(number))
        .map(({ raw }) => raw)
        .join('\n'),
  }
}
