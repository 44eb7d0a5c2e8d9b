import type { Row } from '#contract/module.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { compareCount } from '#contract/modules/stock/count-compare.ts'
import { countEntry, type CountEntry } from '#contract/modules/stock/count-entry.ts'
import { stockCount, type StockCount } from '#contract/modules/stock/stock-count.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import { permission } from '#contract/rules.ts'
import { readScan } from '#contract/scan/read-scan.ts'
import { findExactly } from '#contract/scan/resolve.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { noteScan } from '#server/crud/scans.ts'
import { lookIn } from '#server/scan/look.ts'
import { devicesOf, kindsAmong } from './stand.ts'

/** What can be counted, by the names of the fields that say it. */
const countable = { unit, part, product }
const names = ['unit', 'part', 'product'] as const

/** One scan as it is kept: what it was of, and whether that belongs here. */
export const countEntryBehaviour = behaviour(countEntry, {
  async check({ tx, row, trusted }) {
    if (trusted) return
    const fields: Record<string, string> = {}
    const said = names.filter(name => row[name] !== null)
    if (said.length > 1) fields[said[1]!] = 'A device, a part or a product, one of the three.'
    if (said.length === 0 && row.text === null) fields.text = 'Say what was scanned.'
    if (row.colour !== null && row.product === null) fields.colour = 'Only a product has colours here.'
    if (row.qty === 0) fields.qty = 'It has to be more or fewer.'
    if (Object.keys(fields).length > 0) throw invalid(fields)
    const count = await countOf(tx, row as unknown as CountEntry)
    if (count.stage === 'booked' || count.stage === 'cancelled')
      throw problem('not-now', 'This count is booked or cancelled: this scan is not in it.')
  },
  on: {
    async create(occasion) {
      const { row, trusted, now } = occasion
      if (trusted) return {}
      const found = names.some(name => row[name] !== null) ? {} : await lookUp(occasion)
      const known = { ...found, ...(await onlyColour(occasion, { ...row, ...found })) }
      // No clock that goes wrong counts what is still to come.
      const at = row.at !== null && (row.at as string) < now ? row.at : now
      return { ...known, at, ...(await judge(occasion, { ...row, ...known, at } as unknown as CountEntry)) }
    },
  },
  after: {
    /** It is told in the history of what was scanned as well: the device sends it once. */
    async create({ tx, ask, row, trusted }) {
      const module = names.find(name => row[name] !== null)
      const isScan = !trusted && row.text !== null && (row.qty as number) > 0
      if (module && isScan) await noteScan(tx, ask, { module, id: row[module] as number, mode: 'countStock' })
    },
  },
})

/** Nobody gets past it to book it before this is written. */
async function countOf(tx: Occasion['tx'], row: Pick<CountEntry, 'count'>): Promise<StockCount> {
  const [count] = await tx.find(stockCount, [row.count])
  return count as unknown as StockCount
}

/** A device had only the code: what the house knows by it, whatever its counter may read. */
async function lookUp({ tx, actor, row }: Occasion): Promise<Partial<Row>> {
  const permissions = new Set(Object.values(countable).map(module => permission(module, 'list')))
  const look = lookIn(tx.also, countable, { ...actor, permissions, scopes: {} })
  const { hits } = await findExactly(readScan(row.text as string), look)
  const [hit] = hits
  return hit && hits.length === 1 ? { [hit.module]: hit.id } : {}
}

/** Of what comes in one colour nobody has to say which. */
async function onlyColour({ tx }: Occasion, { product: id, colour }: Row): Promise<Partial<Row>> {
  const [goods] = id === null || colour !== null ? [] : await tx.find(product, [id as number])
  const colours = (goods?.serialised === false ? goods.colours : []) as number[]
  return colours.length === 1 ? { colour: colours[0] } : {}
}

async function judge({ tx, now }: Occasion, entry: CountEntry): Promise<Partial<Row>> {
  if (entry.qty < 0) return {}
  const count = await countOf(tx, entry)
  const { unit: device, product: goods } = entry
  const devices = device === null ? [] : await devicesOf(tx, [device], [])
  const kinds = await kindsAmong(tx, goods === null ? [] : [goods])
  const asked = { ...count, startedAt: count.startedAt ?? count.createdAt, endedAt: now }
  const [found] = compareCount({ ...asked, entries: [entry], devices, levels: [], ...kinds })
  // Of goods nobody knows before the end how many there are.
  return found && found.reason !== 'goods' ? { reason: found.reason, stood: found.stood } : {}
}
