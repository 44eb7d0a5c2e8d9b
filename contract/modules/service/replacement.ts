import {
  choice,
  code,
  date,
  dateTime,
  email,
  listItem,
  longText,
  maybe,
  money,
  phone,
  pincode,
  reference,
  stamped,
  text,
  withDefault,
} from '../../fields.ts'
import { returnReason } from '../../lists/after-sales.ts'
import { area, city, country, state } from '../../lists/places.ts'
import { color } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { whenReplacing } from './replacement-rules.ts'

/** A customer gets another device for the one that they have: which for which, why, and what becomes of the old one. */
export const replacement = defineModule({
  name: 'replacement',
  code: 204,
  colour: 'orange',
  // Whoever works on jobs replaces what cannot be repaired.
  also: {
    list: ['40-d', '40-e', '40-f'],
    create: ['40-b', '40-f'],
    edit: ['40-c', '40-f'],
    details: ['40-d', '40-e', '40-f'],
    dispatch: ['40-e', '40-f'],
  },
  fields: {
    /** Where it comes from. */
    maintenance: maybe(reference('maintenance')),
    order: maybe(reference('order')),
    oldUnit: reference('unit'),
    product: reference('product'),
    colour: maybe(listItem(color)),
    reason: listItem(returnReason),
    mode: withDefault(choice(['afterReceipt', 'advance', 'doorstepSwap', 'noReturn']), 'afterReceipt'),
    warranty: withDefault(choice(['carry', 'restart']), 'carry'),
    /** What the customer pays for a better one. */
    differenceDue: maybe(money()),
    /** Until when the old device has to be back. */
    oldDueOn: maybe(date()),
    /** Whose it is and where is copied as it was said then. */
    phone: phone(),
    name: text(120),
    customer: maybe(reference('customer')),
    email: maybe(email()),
    address: maybe(text(300)),
    pincode: maybe(pincode()),
    area: maybe(listItem(area)),
    city: maybe(listItem(city)),
    state: maybe(listItem(state)),
    country: maybe(listItem(country)),
    assignedTo: maybe(reference('user')),
    dealerBranch: maybe(reference('dealerBranch')),
    note: maybe(longText(1_000)),
  },
  given: {
    number: code(20),
    /** The device that takes the place of the old one: scanned when it is set aside. */
    newUnit: reference('unit'),
    /** The warranty of the old device, as it was when this began. */
    oldWarrantyStart: date(),
    oldWarrantyEnd: date(),
    oldBackAt: dateTime(),
    writtenOffAt: dateTime(),
    writeOffReason: text(300),
    deliveredAt: dateTime(),
    receivedBy: text(120),
    rejectReason: text(300),
    cancelReason: text(300),
    askedBy: stamped('me', reference('user')),
  },
  title: 'number',
  search: ['number', 'name', 'phone', 'pincode'],
  offline: {
    keep: 'mine',
    write: true,
    open: ['requested', 'approved', 'awaitingOldUnit', 'allocated', 'dispatched', 'delivered'],
  },
  scope: { own: ['assignedTo', 'askedBy'], branch: 'dealerBranch' },
  stages: [
    'requested',
    'approved',
    'awaitingOldUnit',
    'allocated',
    'dispatched',
    'delivered',
    'closed',
    'rejected',
    'cancelled',
  ],
  aside: { awaitingOldUnit: 'waits', rejected: 'ended', cancelled: 'ended' },
  editable: ['requested', 'approved', 'awaitingOldUnit'],
  // Of several the first is what comes next at best: it is the button that stands out.
  archivable: ['requested', 'closed', 'rejected', 'cancelled'],
  moves: {
    approve: { from: ['requested'], to: 'approved', needs: 'approve' },
    reject: { from: ['requested'], to: 'rejected', needs: 'approve', args: { rejectReason: text(300) } },
    allocate: { from: ['approved'], to: 'allocated', exclusive: true, args: { newUnit: reference('unit') } },
    /** At the customer's door: the new device for the old one. */
    swap: {
      from: ['allocated'],
      to: 'delivered',
      offline: true,
      when: whenReplacing.isSwap,
      args: { receivedBy: text(120) },
    },
    handOver: {
      from: ['allocated', 'dispatched'],
      to: 'delivered',
      offline: true,
      when: whenReplacing.isHandedOver,
      args: { receivedBy: text(120) },
    },
    receiveOld: {
      from: ['requested', 'approved', 'awaitingOldUnit', 'allocated', 'dispatched', 'delivered'],
      offline: true,
      when: whenReplacing.isAwaited,
    },
    close: { from: ['delivered'], to: 'closed', when: whenReplacing.isSettled },
    /** The old device does not come back any more. */
    writeOff: {
      from: ['delivered'],
      needs: 'approve',
      when: whenReplacing.isAwaited,
      args: { writeOffReason: text(300) },
    },
    release: { from: ['allocated'], to: 'approved' },
    cancel: {
      from: ['requested', 'approved', 'awaitingOldUnit', 'allocated'],
      to: 'cancelled',
      args: { cancelReason: text(300) },
    },
  },
})
export type Replacement = RowOf<typeof replacement>
