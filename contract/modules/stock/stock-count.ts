import {
  alsoOff,
  accountMoney,
  code,
  dateTime,
  maybe,
  number,
  reference,
  references,
  text,
  withDefault,
} from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** A count of our own stock: what somebody finds there beside what should be there. What differs is booked with one approval. */
export const stockCount = defineModule({
  name: 'stockCount',
  // Whoever reads stock moves reads it, and whoever makes them counts. Who approves them approves what is booked.
  code: 201,
  also: { edit: ['201-b'] },
  approvedAs: 'stockMove',
  fields: {
    /** Nothing but these is counted; everything, where none is named. */
    products: withDefault(alsoOff(references('product')), []),
    parts: withDefault(alsoOff(references('part')), []),
    note: maybe(text(300)),
  },
  given: {
    number: code(40),
    /** What came later is not missed, and what left later was there. */
    startedAt: dateTime(),
    countedAt: dateTime(),
    countedBy: reference('user'),
    bookedAt: dateTime(),
    bookedBy: reference('user'),
    /** How many differences there were, and what they come to at what we sell for. */
    differences: number(),
    worth: accountMoney(),
  },
  title: 'number',
  search: ['number', 'note'],
  offline: { keep: 'recent', write: true, open: ['open', 'counted'] },
  stages: ['open', 'counted', 'booked', 'cancelled'],
  aside: { cancelled: 'ended' },
  editable: ['open'],
  archivable: ['booked', 'cancelled'],
  moves: {
    finish: { from: ['open'], to: 'counted', offline: true, back: ['goOn'] },
    book: { from: ['counted'], to: 'booked', needs: 'approve' },
    goOn: { from: ['counted'], to: 'open', offline: true, back: ['finish'] },
    cancel: { from: ['open', 'counted'], to: 'cancelled' },
  },
})
export type StockCount = RowOf<typeof stockCount>
