/** What a spreadsheet puts on the clipboard, as rows of cells: tabs between them, cells with breaks or tabs in quotes. */
export function readSheet(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let at = 0
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  while (at < text.length) {
    const sign = text[at]!
    const quoted = cell === '' && sign === '"' ? quotedAt(text, at) : null
    if (quoted) {
      cell = quoted.text
      at = quoted.end
    } else if (sign === '\t') {
      endCell()
      at += 1
    } else if (sign === '\n' || sign === '\r') {
      endRow()
      at += text.startsWith('\r\n', at) ? 2 : 1
    } else {
      cell += sign
      at += 1
    }
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** A quoted cell, with its quotes taken off; null where the quote is just a sign of the text. */
function quotedAt(text: string, from: number): { text: string; end: number } | null {
  let found = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') found += text[at]
    else if (text[at + 1] === '"') {
      found += '"'
      at += 1
    } else {
      const after = text[at + 1]
      return after === undefined || '\t\r\n'.includes(after) ? { text: found, end: at + 1 } : null
    }
  }
  return null
}

/** The cells of one line, without blanks around them. */
export const cellsOf = (line: string): string[] => (readSheet(line)[0] ?? []).map(cell => cell.trim())

/** Rows of cells as a spreadsheet takes them. */
export const writeSheet = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(row => row.map(cell => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\r\n')
