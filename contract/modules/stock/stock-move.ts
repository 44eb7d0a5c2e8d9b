import {
  alsoOff,
  alsoPast,
  choice,
  code,
  dateTime,
  listItem,
  maybe,
  number,
  quantity,
  reference,
  text,
  withDefault,
} from '../../fields.ts'
import { color } from '../../lists/stock.ts'
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
    /** One of the three. */
    unit: maybe(reference('unit')),
    /** Whatever is put away or switched off since, what is out there comes back. */
    part: maybe(alsoPast(reference('part'))),
    /** Goods without serial numbers, in one of their colours. */
    product: maybe(alsoOff(reference('product'))),
    colour: maybe(listItem(color)),
    /** How many there are, where somebody counted: from where to where how many go follows from it. */
    counted: maybe(quantity()),
    /** Which technician has the part or gets it, where it goes to one or comes from one. */
    person: maybe(alsoPast(reference('user'))),
    qty: withDefault(quantity({ min: 1 }), 1),
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
    number: code(40),
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
