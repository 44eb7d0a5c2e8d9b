import {
  alsoOff,
  awb,
  choice,
  code,
  date,
  dateTime,
  lineOf,
  lines,
  listItem,
  maybe,
  money,
  phone,
  pincode,
  quantity,
  reference,
  references,
  serial,
  text,
  withDefault,
} from '../../fields.ts'
import { area, city, country, state } from '../../lists/places.ts'
import { courier, pickupType } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { packers } from './dispatch-for.ts'
import { deriveDispatch, isComplete } from './dispatch-rules.ts'

/** What a courier tells of parcels on their way. */
export const dispatchEvents = [
  'pickedUp',
  'arrived',
  'left',
  'attempted',
  'refused',
  'other',
  'outForDelivery',
  'delivered',
  'returning',
] as const

/** What leaves us together for one address, or is fetched from there: packed, checked by scan, labelled and handed over. */
export const dispatch = defineModule({
  name: 'dispatch',
  code: 202,
  label: 'parcel',
  colour: 'green',
  // Whoever dispatches orders, or jobs, does it here; whoever reads orders reads it.
  also: {
    list: ['20-d', ...packers],
    create: packers,
    edit: packers,
    details: ['20-d', ...packers],
    dispatch: packers,
  },
  fields: {
    direction: withDefault(choice(['out', 'pickup']), 'out'),
    /** What it is for is one of these (`purposes`). */
    order: maybe(reference('order')),
    maintenance: maybe(reference('maintenance')),
    items: lines({
      /** Of the order. */
      line: maybe(lineOf('order')),
      product: maybe(alsoOff(reference('product'))),
      /** Of a device that is none of ours, as its customer told it. */
      serial: maybe(serial()),
      /** What it is, where it is no product. */
      text: maybe(text(300)),
      qty: withDefault(quantity({ min: 1, max: 10_000 }), 1),
      /** The devices that were scanned. */
      units: withDefault(references('unit'), []),
      /** Of goods without serial numbers: the pieces that were counted into it. */
      counted: maybe(quantity()),
    }),
    /** In centimetres and grams. */
    parcels: withDefault(
      lines({
        length: maybe(quantity({ min: 1, max: 500 })),
        width: maybe(quantity({ min: 1, max: 500 })),
        height: maybe(quantity({ min: 1, max: 500 })),
        weight: maybe(quantity({ min: 1, max: 1_000_000 })),
      }),
      [],
    ),
    courier: maybe(listItem(courier)),
    service: maybe(text(60)),
    /** The courier's number for it. */
    awb: maybe(awb()),
    pickupType: maybe(listItem(pickupType)),
    pickupOn: maybe(date()),
    declaredValue: maybe(money()),
    /** What the courier collects. */
    codAmount: maybe(money()),
    /** Where it goes is copied from what it is for, and may be changed until the label is printed. */
    name: maybe(text(120)),
    phone: maybe(phone()),
    address: maybe(text(300)),
    pincode: maybe(pincode()),
    area: maybe(listItem(area)),
    city: maybe(listItem(city)),
    state: maybe(listItem(state)),
    country: maybe(listItem(country)),
    events: withDefault(
      lines(
        { at: dateTime(), kind: choice(dispatchEvents), text: maybe(text(300)), place: maybe(text(120)) },
        { addOnly: true },
      ),
      [],
    ),
    note: maybe(text(300)),
  },
  given: {
    number: code(20),
    pieces: quantity(),
    packedAt: dateTime(),
    packedBy: reference('user'),
    checkedAt: dateTime(),
    checkedBy: reference('user'),
    labelledAt: dateTime(),
    labelPrints: quantity(),
    handedOverAt: dateTime(),
    handedOverBy: reference('user'),
    deliveredAt: dateTime(),
    returnedAt: dateTime(),
    receivedBy: text(120),
    /** Where the courier was asked by the server: since when it knows of it, under which name, and how it sorts it. */
    bookedAt: dateTime(),
    booking: text(80),
    routing: text(40),
    lostReason: text(300),
    assignedTo: reference('user'),
    dealerBranch: reference('dealerBranch'),
  },
  title: 'number',
  search: ['number', 'awb', 'name', 'phone', 'pincode'],
  offline: {
    keep: 'recent',
    write: true,
    open: ['draft', 'packed', 'checked', 'labelled', 'handedOver', 'inTransit', 'outForDelivery', 'returning'],
  },
  scope: { own: 'assignedTo', branch: 'dealerBranch' },
  stages: [
    'draft',
    'packed',
    'checked',
    'labelled',
    'handedOver',
    'inTransit',
    'outForDelivery',
    'delivered',
    'returning',
    'returned',
    'lost',
    'cancelled',
  ],
  aside: { returning: 'wrong', returned: 'ended', lost: 'wrong', cancelled: 'ended' },
  stageAt: {
    packed: 'packedAt',
    checked: 'checkedAt',
    labelled: 'labelledAt',
    handedOver: 'handedOverAt',
    delivered: 'deliveredAt',
    returned: 'returnedAt',
  },
  stageWhy: { lost: 'lostReason' },
  editable: ['draft', 'packed', 'checked', 'labelled', 'handedOver', 'inTransit', 'outForDelivery', 'returning'],
  archivable: ['draft', 'cancelled'],
  moves: {
    pack: { from: ['draft'], to: 'packed', needs: 'dispatch', offline: true, back: ['unpack'] },
    unpack: { from: ['packed', 'checked', 'labelled'], to: 'draft', needs: 'dispatch', offline: true },
    /** Every device in it has been scanned. */
    check: { from: ['packed'], to: 'checked', needs: 'dispatch', offline: true, when: isComplete },
    label: { from: ['checked'], to: 'labelled', needs: 'dispatch', offline: true },
    reprint: { from: ['labelled', 'handedOver'], needs: 'dispatch', offline: true },
    /** What its label says is no longer so: it is looked at again, and gets another one. */
    relabel: {
      from: ['labelled'],
      to: 'checked',
      needs: 'dispatch',
      offline: true,
      args: { codAmount: maybe(money()) },
    },
    handOver: { from: ['labelled'], to: 'handedOver', needs: 'dispatch', offline: true },
    move: { from: ['handedOver'], to: 'inTransit', needs: 'dispatch', offline: true },
    goOut: { from: ['handedOver', 'inTransit'], to: 'outForDelivery', needs: 'dispatch', offline: true },
    deliver: {
      from: ['handedOver', 'inTransit', 'outForDelivery'],
      to: 'delivered',
      needs: 'dispatch',
      offline: true,
      args: { receivedBy: maybe(text(120)) },
    },
    turnBack: {
      from: ['handedOver', 'inTransit', 'outForDelivery'],
      to: 'returning',
      needs: 'dispatch',
      offline: true,
    },
    takeBack: { from: ['returning'], to: 'returned', needs: 'dispatch', offline: true },
    lose: {
      from: ['handedOver', 'inTransit', 'outForDelivery', 'returning'],
      to: 'lost',
      needs: 'dispatch',
      args: { lostReason: text(300) },
    },
    /** Nothing of it has left. */
    cancel: { from: ['draft', 'packed', 'checked', 'labelled'], to: 'cancelled', needs: 'dispatch' },
  },
  derive: deriveDispatch,
})
export type Dispatch = RowOf<typeof dispatch>
export type DispatchItem = Dispatch['items'][number]
