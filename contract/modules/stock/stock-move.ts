import { choice, dateTime, maybe, number, reference, text, withDefault } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** Where goods can be. */
export const stockPlaces = [
  'stock',
  'supplier',
  'courier',
  'customer',
  'technician',
  'influencer',
  'dealer',
  'quarantine',
  'service',
  'scrap',
  'lost',
] as const

/** Goods going from one place to another. Never edited: what was wrong is corrected by a move back. */
export const stockMove = defineModule({
  name: 'stockMove',
  code: 201,
  appendOnly: true,
  fields: {
    /** One of the two. */
    unit: maybe(reference('unit')),
    part: maybe(reference('part')),
    qty: withDefault(number({ min: 1, max: 1_000_000 }), 1),
    from: choice(stockPlaces),
    to: choice(stockPlaces),
    cause: choice([
      'purchase',
      'count',
      'correction',
      'sale',
      'dispatch',
      'return',
      'repair',
      'replacement',
      'buyback',
      'scrap',
      'loss',
      'move',
    ]),
    note: maybe(text(300)),
  },
  given: {
    number: text(40),
    at: dateTime(),
    /** The record that made it: its module and id. */
    madeByModule: text(60),
    madeBy: number(),
  },
  title: 'number',
  search: ['number', 'note'],
  offline: { keep: 'none', write: false },
})
export type StockMove = RowOf<typeof stockMove>
