import type { ExportFormat } from '#contract/calls/work.ts'

/** How far a file has come; `rows` where they can be counted on their way, `total` where the server says how many there are. */
export type Came = { bytes: number; rows: number | null; total: number | null }

export const nothingCame: Came = { bytes: 0, rows: null, total: null }

const QUOTE = 0x22
const NEW_LINE = 0x0a

/** Adds up the parts of an exported file. Rows are counted in text; what is packed shows them only at its end. */
export function exportProgress(format: ExportFormat) {
  let bytes = 0
  let lines = 0
  let quoted = false
  return (part: Uint8Array, headers: Headers): Came => {
    bytes += part.byteLength
    if (format === 'csv')
      for (const byte of part) {
        if (byte === QUOTE) quoted = !quoted
        // A line within quotes belongs to its cell.
        else if (byte === NEW_LINE && !quoted) lines += 1
      }
    const said = Number(headers.get('x-rows') ?? Number.NaN)
    return {
      bytes,
      // The first line is the head.
      rows: format === 'csv' ? Math.max(0, lines - 1) : null,
      total: Number.isInteger(said) ? said : null,
    }
  }
}
