import {
  accountMoney,
  choice,
  code,
  date,
  dateTime,
  email,
  flag,
  lines,
  listItem,
  longText,
  maybe,
  money,
  ofToday,
  percent,
  phone,
  pincode,
  quantity,
  reference,
  tags,
  taxId,
  text,
  withDefault,
} from '../../fields.ts'
import { area, city, country, state } from '../../lists/places.ts'
import { orderStatus, source } from '../../lists/sales.ts'
import { color, courier } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { deriveOrder, isOnDealerCredit, refundDue } from './order-rules.ts'

const counted = () => maybe(quantity())

/** A sale: who buys what, at which price, where it goes, and how it is paid. */
export const order = defineModule({
  name: 'order',
  code: 20,
  colour: 'green',
  // A word of SQL.
  table: 'sales_order',
  wide: ['list', 'create', 'edit', 'details', 'dispatch'],
  also: { details: ['21-c'] },
  fields: {
    /** Who buys is copied as it was said then; an order without a customer finds or makes one by the phone. */
    phone: phone(),
    name: text(120),
    customer: maybe(reference('customer')),
    altPhone: maybe(phone()),
    email: maybe(email()),
    taxId: maybe(taxId()),
    /** Where it goes. */
    address: maybe(text(300)),
    pincode: maybe(pincode()),
    area: maybe(listItem(area)),
    city: maybe(listItem(city)),
    state: maybe(listItem(state)),
    country: maybe(listItem(country)),
    /** Where the invoice goes, if that is somewhere else. */
    billing: maybe(text(300)),
    lines: lines(
      {
        product: reference('product'),
        colour: maybe(listItem(color)),
        qty: withDefault(quantity({ min: 1, max: 10_000 }), 1),
        unitPrice: money(),
        /** Off the whole line. */
        discount: withDefault(money(), 0),
        /** As it was when it was sold. */
        taxRate: maybe(percent()),
        note: maybe(text(200)),
        allocated: counted(),
        dispatched: counted(),
        delivered: counted(),
        cancelled: counted(),
        returned: counted(),
      },
      { given: ['allocated', 'dispatched', 'delivered', 'cancelled', 'returned'] },
    ),
    /** Do prices and fees include tax? */
    taxIncluded: withDefault(flag(), true),
    shippingFee: withDefault(money(), 0),
    codFee: withDefault(money(), 0),
    /** Off the sum of the lines. */
    discount: withDefault(money(), 0),
    paymentMode: withDefault(choice(['prepaid', 'cashOnDelivery', 'cash', 'credit']), 'prepaid'),
    orderDate: maybe(ofToday(date())),
    promisedDate: maybe(date()),
    status: maybe(listItem(orderStatus)),
    channel: withDefault(choice(['direct', 'dealer', 'web', 'influencer', 'campaign']), 'direct'),
    source: maybe(listItem(source)),
    /** Who takes it; its parcels begin with that. */
    courier: maybe(listItem(courier)),
    assignedTo: maybe(reference('user')),
    dealerBranch: maybe(reference('dealerBranch')),
    inquiry: maybe(reference('inquiry')),
    referral: maybe(reference('referralCode')),
    inf: maybe(reference('inf')),
    campaign: maybe(reference('campaign')),
    /** Printed on the label. */
    note: maybe(longText(1_000)),
    tags: tags(),
  },
  given: {
    number: code(20),
    items: quantity(),
    taxable: accountMoney(),
    tax: accountMoney(),
    roundOff: accountMoney(),
    total: accountMoney(),
    paid: accountMoney(),
    balance: accountMoney(),
    /** How much of it is paid; nothing where nothing is to be paid. */
    paymentState: choice(['unpaid', 'partPaid', 'paid', 'refundDue']),
    /** The courier's number of the last parcel that went or goes out. */
    awb: text(40),
    /** Pieces for which there was nothing to allocate. */
    missing: quantity(),
    holdReason: text(200),
    /** Where it goes on after a hold. */
    heldFrom: choice(['draft', 'confirmed', 'packing']),
    /** Is a line sold below the floor price of its product? */
    belowFloor: flag(),
    /** Who let prices below the floor pass. */
    priceApprovedBy: reference('user'),
    /** Who let it pass the dealer's credit limit, and up to which total. */
    creditApprovedBy: reference('user'),
    creditApproved: accountMoney(),
    confirmedOn: date(),
    /** When the last of it had left: what was promised was kept then, or it was late. */
    leftAt: dateTime(),
    /** The clock of what was promised (`promise-clock.ts`): `waited` in minutes, `lateSince` is when somebody was told. */
    stageSince: dateTime(),
    waitingSince: dateTime(),
    waited: quantity(),
    dueAt: dateTime(),
    lateSince: dateTime(),
  },
  title: 'number',
  search: ['number', 'name', 'phone', 'altPhone', 'email', 'pincode', 'awb'],
  offline: { keep: 'recent', write: true, open: ['draft', 'confirmed', 'onHold', 'packing', 'dispatched'] },
  scope: { own: 'assignedTo', branch: 'dealerBranch' },
  stages: ['draft', 'confirmed', 'onHold', 'packing', 'dispatched', 'delivered', 'closed', 'cancelled'],
  aside: { onHold: 'waits', cancelled: 'ended' },
  stageAt: { confirmed: 'confirmedOn', dispatched: 'leftAt' },
  stageFrom: { onHold: 'heldFrom' },
  stageWhy: { onHold: 'holdReason' },
  editable: ['draft', 'confirmed', 'onHold', 'packing'],
  archivable: ['draft', 'closed', 'cancelled'],
  moves: {
    /** Allocates stock, which only the server can hand out: all of it, or the order stays a draft. */
    confirm: { from: ['draft'], to: 'confirmed', exclusive: true },
    /** Promised all the same: what is there is allocated, and what is missing stands on the order. */
    confirmShort: { from: ['draft'], to: 'confirmed', exclusive: true },
    /** Once more, for what was missing. */
    allocate: { from: ['confirmed', 'packing'], when: row => Number(row.missing) > 0 },
    pack: { from: ['confirmed'], to: 'packing', needs: 'dispatch' },
    hold: { from: ['draft', 'confirmed', 'packing'], to: 'onHold', args: { holdReason: text(200) } },
    resume: { from: ['onHold'] },
    approvePrices: { from: ['draft', 'onHold'], needs: 'approve' },
    /** Past the credit limit of the branch's dealer, up to the total that it has now. */
    approveCredit: { from: ['draft', 'confirmed', 'onHold', 'packing'], needs: 'approve', when: isOnDealerCredit },
    drop: { from: ['draft'], to: 'cancelled' },
    close: { from: ['delivered'], to: 'closed', when: row => Number(row.balance) <= 0, refuses: refundDue },
  },
  derive: deriveOrder,
})
export type Order = RowOf<typeof order>
export type OrderLine = Order['lines'][number]
