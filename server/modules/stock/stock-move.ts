import type { Module, Row } from '#contract/module.ts'
import { user } from '#contract/modules/access/user.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import { isRetired } from '#contract/rules.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { ARCHIVED } from '#server/crud/references.ts'
import { passOn, piecesHeld, piecesOfNobody } from '#server/flows/held-parts.ts'
import { piecesAt } from '#server/flows/stock-levels.ts'
import { toChange } from '#server/flows/to-change.ts'
import { lentTo, placeOf, type Place } from './places.ts'

/** One line of the ledger, and what it changes: how many of something there are, or who has a device. */
export const stockMoveBehaviour = behaviour(stockMove, {
  async check({ tx, row, trusted }) {
    const fields: Record<string, string> = {}
    if ([row.unit, row.part, row.product].filter(id => id !== null).length !== 1)
      fields.unit = fields.part = fields.product = 'Choose a device, a part or a product, one of the three.'
    if (row.product === null && row.colour !== null) fields.colour = 'Only a product has colours here.'
    Object.assign(fields, wrongPerson(row), trusted ? {} : await pastByHand(tx, row))
    if (row.unit !== null && row.counted !== null) fields.counted = 'A device is there or not.'
    if (row.from === row.to && row.counted === null)
      Object.assign(
        fields,
        row.cause === 'count' ? { counted: 'Write how many there are.' } : { to: 'It has to go somewhere else.' },
      )
    if (row.unit !== null && row.qty !== 1) fields.qty = 'A device is one.'
    if (Object.keys(fields).length > 0) throw invalid(fields)
  },
  on: {
    async create(occasion) {
      const { row, trusted, now } = occasion
      const at = { at: row.at ?? now, number: row.number ?? (await nextNumber(occasion, 'STM')) }
      if (row.part !== null) return { ...at, ...(await count(occasion, part, row.part as number)) }
      if (row.product !== null) return { ...at, ...(await count(occasion, product, row.product as number)) }
      if (!trusted) await lend(occasion)
      return at
    },
  },
})

/** Parts are with one technician or another; nothing else is. */
function wrongPerson({ part: id, person, from, to, counted }: Row): Record<string, string> {
  const [leaves, comes] = [from === 'technician', to === 'technician']
  if (person === null)
    return id !== null && (comes || (leaves && counted !== null)) ? { person: 'Say which technician.' } : {}
  if (id === null) return { person: 'Only parts are with one technician or another.' }
  if (!leaves && !comes) return { person: 'It neither comes from a technician nor goes to one.' }
  return counted !== null && leaves !== comes ? { to: 'What a technician has is counted where it is.' } : {}
}

/** By hand nothing goes to who is switched off, and what is put away only comes back. */
async function pastByHand(tx: Occasion['tx'], { part: id, person, from, to }: Row): Promise<Record<string, string>> {
  if (from === 'technician') return {}
  const fields: Record<string, string> = {}
  const [goods] = id === null ? [] : await tx.find(part, [id as number])
  if (goods?.archivedAt) fields.part = ARCHIVED
  const [holder] = person === null || to !== 'technician' ? [] : await tx.find(user, [person as number])
  if (holder && isRetired(user, holder)) fields.person = user.retired!.refused
  return fields
}

/** It is locked from here on: who comes at the same time counts on from what this leaves. */
async function count(occasion: Occasion, module: Module, id: number): Promise<Partial<Row>> {
  const { row, trusted, update } = occasion
  const goods = await toChange(occasion.tx, module, id)
  if (!goods) return {}
  if (!trusted) await refuseByHand(occasion, goods)
  const { counted } = row
  const place = keptAt(row)
  const way = counted === null ? (row as Way) : wayTo(counted as number, await thereOf(occasion, goods, place), place)
  // What was used was used, whatever we believed to have; but nobody takes by hand what is not there.
  if (counted === null && !trusted && changeAt(place, way) < 0) {
    const there = await thereOf(occasion, goods, place)
    if (there < way.qty)
      throw invalid({ qty: place === 'stock' ? `There are only ${there} in stock.` : `They have only ${there}.` })
  }
  const delta = changeAt('stock', way)
  // What has serial numbers by now is counted device by device.
  if (delta !== 0 && goods.serialised !== true)
    await update(module, goods, { onHand: ((goods.onHand as number | null) ?? 0) + delta })
  if (row.person !== null) await passOn(occasion, goods, row.person as number, changeAt('technician', way))
  return counted === null ? {} : way
}

/** Where we count: our own stock, or what a technician has of a part. */
type Counted = 'stock' | 'technician'
const keptAt = ({ part: id, from }: Row): Counted => (id !== null && from === 'technician' ? 'technician' : 'stock')
const changeAt = (place: Counted, { from, to, qty }: Pick<Way, 'from' | 'to' | 'qty'>): number =>
  (Number(to === place) - Number(from === place)) * qty

type Way = Row & { qty: number; from: Place; to: Place }

/** What the server passes on is what the ledger has, whatever its product is by now; a person moves what the product is. */
async function refuseByHand({ tx, row }: Occasion, goods: Row): Promise<void> {
  if (goods.serialised === true) throw invalid({ product: 'Its pieces have serial numbers: move the devices.' })
  if (row.product === null) return
  const [colours, colour] = [goods.colours as number[], row.colour as number | null]
  if (colours.length === 0 || (colour !== null && colours.includes(colour))) return
  // What is there in no colour or in one of before can go, or be counted away; no more of it comes.
  if (row.counted === 0) return
  const held = { product: goods.id, colour, place: row.from as Place }
  if (row.counted === null && (await piecesAt(tx, held)) >= (row.qty as number)) return
  throw invalid({ colour: 'Choose one of its colours.' })
}

/** How many there are of just these: of a product in this colour, of a part with this technician. */
async function thereOf({ tx, row }: Occasion, goods: Row, place: Counted): Promise<number> {
  if (place === 'technician')
    return row.person === null
      ? piecesOfNobody(tx, goods.id)
      : piecesHeld(tx, { part: goods.id, person: row.person as number })
  if (row.product === null) return (goods.onHand as number | null) ?? 0
  return piecesAt(tx, { product: goods.id, colour: row.colour as number | null, place: 'stock' })
}

/** What corrects the stock to what was counted: pieces turn up, or are lost. */
function wayTo(counted: number, there: number, place: Counted): Partial<Way> & Pick<Way, 'qty' | 'from' | 'to'> {
  if (counted === there) throw invalid({ counted: `That is right: there are ${there}.` })
  const [from, to] = counted > there ? (['lost', place] as const) : ([place, 'lost'] as const)
  return { qty: Math.abs(counted - there), from, to, cause: 'count' }
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
