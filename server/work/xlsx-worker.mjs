// @ts-check
// Plain JavaScript: a thread that had to compile itself would weigh more than the workbook.
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'

/**
 * Writes a workbook row by row, away from the thread that answers requests. It asks for rows when it has written those
 * it has, and hands out a piece of the file when one is asked for: neither side ever holds more than a little.
 * @typedef {import('#contract/csv.ts').Cell} Cell
 */
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const { name, columns } = /** @type {import('./xlsx.ts').SheetPlan} */ (workerData)

/** @type {(rows: Cell[][] | null) => void} */
let deliver
/** @type {() => void} */
let ask
/** Resolves when the next piece is asked for. @returns {Promise<void>} */
const wanted = () => new Promise(resolve => (ask = resolve))
let asked = wanted()

port.on('message', (/** @type {{ rows?: Cell[][] | null, next?: true }} */ { rows, next }) => {
  if (next) ask()
  else deliver(rows ?? null)
})

/** Times as the clock on the wall says them: a sheet knows no time zones. */
const times = { date: 'T00:00:00Z', dateTime: 'Z' }

/** @type {(cell: Cell, at: number) => Cell | Date} */
function valueOf(cell, at) {
  const type = columns[at]?.type
  if (typeof cell !== 'string' || (type !== 'date' && type !== 'dateTime')) return cell
  const moment = new Date(cell.replace(' ', 'T') + times[type])
  // In an hour that the clock shows twice, which of them it is stands behind it.
  return Number.isNaN(moment.getTime()) ? cell : moment
}

async function* rows() {
  yield columns.map(({ header }) => header)
  for (;;) {
    /** @type {Promise<Cell[][] | null>} */
    const coming = new Promise(resolve => (deliver = resolve))
    port.postMessage({ want: true })
    const some = await coming
    if (!some) return
    for (const row of some) yield row.map(valueOf)
  }
}

const stream = writeXlsxStream(rows(), {
  name,
  columns: columns.map(({ width, format }) => ({ width, ...(format ? { numFmt: format } : {}) })),
  freezePane: { rows: 1 },
})
for await (const chunk of stream) {
  await asked
  asked = wanted()
  port.postMessage({ chunk })
}
await asked
port.postMessage({ end: true })
port.close()
