import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { reversible, type Cell } from '#contract/csv.ts'
import { decimalsOf, type Column } from './export-columns.ts'

/** What the worker is told of the sheet. */
export type SheetPlan = {
  name: string
  columns: { header: string; type: Column['type']; width: number; format: string | null }[]
}

type Message = { want?: true; chunk?: Uint8Array; end?: true }

/** The rows as a workbook, written by a thread of its own at the pace at which somebody reads it. */
export function xlsxOf(plan: SheetPlan, rows: AsyncIterator<Cell[][]>): Readable {
  const worker = new Worker(new URL('./xlsx-worker.mjs', import.meta.url), {
    workerData: { ...plan, columns: plan.columns.map(column => ({ ...column, header: cleaned(column.header) })) },
    execArgv: [],
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const tell = (message: object) => worker.postMessage(message)
  const out = new Readable({
    highWaterMark: 64 * 1024,
    read: () => tell({ next: true }),
    destroy(error, done) {
      void worker.terminate()
      void rows.return?.()
      done(error)
    },
  })
  worker.on('error', error => out.destroy(error))
  worker.on('exit', code => {
    if (code !== 0 && !out.destroyed) out.destroy(new Error(`The workbook's thread ended with ${code}`))
  })
  worker.on('message', ({ want, chunk, end }: Message) => {
    if (chunk) out.push(chunk)
    else if (end) out.push(null)
    else if (want) void send()
  })
  async function send() {
    try {
      const { value, done } = await rows.next()
      const some = done ? null : value.map(row => row.map(cleaned))
      tell({ rows: some })
    } catch (error) {
      out.destroy(error as Error)
    }
  }
  return out
}

/** The most that a cell can hold, and no characters that a workbook's XML has no way to write. */
const LONGEST = 32_000
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function cleaned<C extends Cell>(cell: C): C
function cleaned(cell: Cell): Cell {
  return typeof cell === 'string' ? reversible(cell).slice(0, LONGEST).replace(UNWRITABLE, '').toWellFormed() : cell
}

const formats: Record<Column['type'], (currency: string) => string | null> = {
  text: () => null,
  number: () => null,
  money: currency => `#,##0${decimalsOf(currency) > 0 ? `.${'0'.repeat(decimalsOf(currency))}` : ''}`,
  date: () => 'yyyy-mm-dd',
  dateTime: () => 'yyyy-mm-dd hh:mm:ss',
}

const widths: Record<Column['type'], number> = { text: 24, number: 12, money: 14, date: 12, dateTime: 20 }

export const planOf = (name: string, columns: readonly Column[], currency: string): SheetPlan => ({
  // A sheet's name has at most 31 characters, and none of these.
  name:
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet',
  columns: columns.map(({ header, type }) => ({
    header,
    type,
    width: Math.max(widths[type], Math.min(40, header.length + 2)),
    format: formats[type](currency),
  })),
})
