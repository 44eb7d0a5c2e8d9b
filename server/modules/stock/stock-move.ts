import { part } from '#contract/modules/catalogue/part.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { lentTo, placeOf, type Place } from './places.ts'
import { toChange } from './to-change.ts'

/** One line of the ledger, and what it changes: how many of a part there are, or who has a device. */
export const stockMoveBehaviour = behaviour(stockMove, {
  check({ row }) {
    const fields: Record<string, string> = {}
    if ((row.unit === null) === (row.part === null))
      fields.unit = fields.part = 'Choose a device or a part, one of the two.'
    if (row.from === row.to) fields.to = 'It has to go somewhere else.'
    if (!Number.isInteger(row.qty)) fields.qty = 'Write a whole number.'
    else if (row.unit !== null && row.qty !== 1) fields.qty = 'A device is one.'
    if (Object.keys(fields).length > 0) throw invalid(fields)
  },
  on: {
    async create(occasion) {
      const { row, trusted, now } = occasion
      if (row.part !== null) await count(occasion)
      else if (!trusted) await lend(occasion)
      return { at: row.at ?? now, number: row.number ?? (await nextNumber(occasion, 'STM')) }
    },
  },
})

/** The part is locked from here on: who comes at the same time counts on from what this leaves. */
async function count({ tx, row, trusted, update }: Occasion) {
  const counted = await toChange(tx, part, row.part as number)
  if (!counted) return
  const delta = (row.to === 'stock' ? 1 : 0) - (row.from === 'stock' ? 1 : 0)
  if (delta === 0) return
  const there = (counted.onHand as number | null) ?? 0
  const onHand = there + delta * (row.qty as number)
  // What was used was used, whatever we believed to have; but nobody takes by hand what is not there.
  if (onHand < 0 && onHand < there && !trusted) throw invalid({ qty: `There are only ${there} in stock.` })
  await update(part, counted, { onHand })
}

/** By hand a device of the stock is lent out and comes back; everything else is a move of its own. */
async function lend({ tx, row, update }: Occasion) {
  const device = await toChange(tx, unit, row.unit as number)
  if (!device) return
  const holder = lentTo[row.to as Place]
  if (device.stage !== 'inStock' || holder === undefined)
    throw problem('not-now', 'This is done on the device’s own page: only what is in stock is lent out here.')
  if (placeOf(device) !== row.from) throw invalid({ from: 'The device is not there.' })
  await update(unit, device, { holder })
}
