import { choice, date, flag, lineOf, listItem, longText, maybe, once, reference, serial, tags } from '../../fields.ts'
import { color } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** Who may have a device or a part. */
export const holders = ['us', 'courier', 'customer', 'technician', 'influencer', 'dealer'] as const

/** One device with a serial number: what ties sales, returns and repairs together. */
export const unit = defineModule({
  name: 'unit',
  code: 200,
  label: 'small',
  fields: {
    serial: once(serial()),
    product: reference('product'),
    colour: maybe(listItem(color)),
    customer: maybe(reference('customer')),
    soldAt: maybe(date()),
    deliveredAt: maybe(date()),
    warrantyStart: maybe(date()),
    warrantyEnd: maybe(date()),
    warrantyBasis: maybe(choice(['delivery', 'invoice', 'manual', 'carried'])),
    /** The device that this one took the place of. */
    replaces: maybe(reference('unit')),
    grade: maybe(choice(['new', 'likeNew', 'good', 'fair', 'poor'])),
    lastCheck: maybe(date()),
    note: maybe(longText()),
    tags: tags(),
  },
  given: {
    holder: choice(holders),
    replacedBy: reference('unit'),
    warrantyVoid: flag(),
    /** The order that it is meant for, or was sold with, and the line of it. */
    order: reference('order'),
    orderLine: lineOf('order'),
  },
  title: 'serial',
  search: ['serial'],
  offline: {
    keep: 'recent',
    write: true,
    open: ['allocated', 'shipped', 'inReturn', 'quarantine', 'inService'],
  },
  stages: [
    'inStock',
    'allocated',
    'shipped',
    'withCustomer',
    'inReturn',
    'quarantine',
    'inService',
    'boughtBack',
    'scrapped',
    'lost',
  ],
  aside: {
    inReturn: 'waits',
    quarantine: 'waits',
    inService: 'waits',
    boughtBack: 'waits',
    scrapped: 'ended',
    lost: 'wrong',
  },
  archivable: ['inStock', 'withCustomer', 'quarantine', 'boughtBack', 'scrapped', 'lost'],
  moves: {
    allocate: { from: ['inStock'], to: 'allocated', offline: true, exclusive: true, back: ['release'] },
    release: { from: ['allocated'], to: 'inStock', offline: true },
    ship: { from: ['allocated'], to: 'shipped', needs: 'dispatch', offline: true },
    deliver: { from: ['shipped'], to: 'withCustomer', offline: true, args: { customer: reference('customer') } },
    takeBack: { from: ['shipped', 'withCustomer'], to: 'inReturn', offline: true },
    buyBack: { from: ['withCustomer'], to: 'boughtBack' },
    quarantine: {
      from: ['inReturn', 'boughtBack', 'inStock', 'inService'],
      to: 'quarantine',
      offline: true,
      back: ['restock', 'repair'],
    },
    restock: { from: ['quarantine', 'inService'], to: 'inStock', offline: true, back: ['quarantine', 'repair'] },
    repair: {
      from: ['inStock', 'quarantine', 'withCustomer'],
      to: 'inService',
      offline: true,
      back: ['restock', 'quarantine', 'handBack'],
    },
    handBack: { from: ['inService'], to: 'withCustomer', offline: true, back: ['repair'] },
    lose: {
      from: ['inStock', 'allocated', 'shipped', 'inReturn', 'quarantine', 'inService'],
      to: 'lost',
      back: ['find'],
    },
    find: { from: ['lost'], to: 'quarantine', back: ['lose'] },
    scrap: { from: ['quarantine', 'inService', 'inStock'], to: 'scrapped', needs: 'approve' },
  },
})
export type Unit = RowOf<typeof unit>
