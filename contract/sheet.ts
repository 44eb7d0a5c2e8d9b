/** One row of a sheet: its cells, and the text that they were read from. */
type SheetRow = { cells: string[]; raw: string }

/**
 * What a spreadsheet puts on the clipboard, as rows of cells: tabs between them, cells with breaks or tabs in quotes.
 * An empty row keeps its place, because the rows below it belong to other records.
 * A CSV library is too lenient here: it takes the quotes off `"Best" shop`.
 */
export const readSheet = (text: string, delimiter: Delimiter = '\t'): string[][] =>
  sheetRows(text, delimiter).map(({ cells }) => cells)

export type Delimiter = '\t' | ';' | ','

export const isBlank = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '')

/** What parts the cells of a text without tabs, where every line has as many of them: an offer, nothing is sure. */
export function delimiterIn(text: string): ';' | ',' | null {
  if (text.includes('\t')) return null
  const fits = (delimiter: Delimiter) => {
    const [first, ...others] = readSheet(text, delimiter).filter(row => !isBlank(row))
    const count = first?.length ?? 0
    return count > 1 && others.length > 0 && others.every(row => row.length === count)
  }
  return ([';', ','] as const).find(fits) ?? null
}

/** The same with every row as it was typed. */
export function sheetRows(text: string, delimiter: Delimiter = '\t'): SheetRow[] {
  const rows: SheetRow[] = []
  let row: string[] = []
  let cell = ''
  let at = text.startsWith('\ufeff') ? 1 : 0
  let from = at
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push({ cells: row, raw: text.slice(from, at) })
    row = []
  }
  while (at < text.length) {
    const sign = text[at]!
    const quoted = cell === '' && sign === '"' ? quotedAt(text, at, delimiter) : null
    if (quoted) {
      cell = quoted.text
      at = quoted.end
    } else if (sign === delimiter) {
      endCell()
      at += 1
    } else if (sign === '\n' || sign === '\r') {
      endRow()
      at += text.startsWith('\r\n', at) ? 2 : 1
      from = at
    } else {
      cell += sign
      at += 1
    }
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** A quoted cell, with its quotes taken off; null where the quote is just a sign of the text. */
function quotedAt(text: string, from: number, delimiter: Delimiter): { text: string; end: number } | null {
  let found = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') found += text[at]
    else if (text[at + 1] === '"') {
      found += '"'
      at += 1
    } else {
      const after = text[at + 1]
      return after === undefined || `${delimiter}\r\n`.includes(after) ? { text: found, end: at + 1 } : null
    }
  }
  return null
}

/** Several texts as one cell, each in a line of its own; one that holds breaks itself stands in quotes. */
export function stacked(texts: readonly string[]): string {
  if (texts.every(text => text === '')) return ''
  if (texts.length === 1 && !/[\r\n]/.test(texts[0]!)) return texts[0]!
  const isPlain = (text: string) => {
    const [row = [''], ...below] = readSheet(text)
    return below.length === 0 && row.length === 1 && row[0] === text
  }
  return texts.map(text => (isPlain(text) ? text : `"${text.replaceAll('"', '""')}"`)).join('\n')
}

/** The same texts again; an empty line keeps the places of those below it. */
export const unstacked = (cell: string): string[] =>
  /[\r\n]/.test(cell) ? readSheet(cell).map(cells => cells.join('\t')) : [cell]

/** Rows of cells as a spreadsheet takes them. */
export const writeSheet = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(row => row.map(cell => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\r\n')
