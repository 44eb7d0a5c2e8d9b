import {
  accountMoney,
  choice,
  code,
  date,
  dateTime,
  flag,
  listItem,
  longText,
  maybe,
  money,
  ofToday,
  percent,
  phone,
  quantity,
  reference,
  text,
  withDefault,
} from '../../fields.ts'
import { city, country, state } from '../../lists/places.ts'
import { mailedFields, mailMove } from '../../mailed.ts'
import { deriveInvoice } from './invoice-rules.ts'

/** What kind it is, and which one of its module a credit note takes something back of. */
export const kindFields = (module: string) => ({
  kind: withDefault(choice(['invoice', 'proforma', 'creditNote']), 'invoice'),
  against: maybe(reference(module)),
})

/** What a line says of what is asked for, whatever it is of. */
export const lineFields = () => ({
  qty: quantity({ min: 1, max: 10_000 }),
  /** What it was called when the invoice was issued. */
  name: maybe(text(200)),
  hsn: maybe(text(20)),
  unitPrice: maybe(money()),
  taxRate: maybe(percent()),
})

/** What people write on it beside its lines. */
export const saidFields = () => ({
  date: maybe(ofToday(date())),
  dueDate: maybe(date()),
  /** Why something is credited. */
  reason: maybe(text(300)),
  note: maybe(longText(1_000)),
})

/** What only the server writes: number, buyer and seller as they were, what it comes to and what was paid of it. */
export const invoiceGiven = () => ({
  /** Without gaps in its series and fiscal year; an invoice that is not issued has none. */
  number: code(40),
  customer: reference('customer'),
  name: text(120),
  phone: phone(),
  taxId: text(40),
  address: text(300),
  /** Where it goes, if that is somewhere else. */
  shipTo: text(600),
  pincode: text(12),
  city: listItem(city),
  state: listItem(state),
  country: listItem(country),
  taxIncluded: flag(),
  /** Does it go to another state, so that the tax is one (IGST) instead of two halves? */
  interState: flag(),
  /** What the rounding of others left to the last one, so that all together come to the whole. */
  evened: accountMoney(),
  taxable: accountMoney(),
  tax: accountMoney(),
  roundOff: accountMoney(),
  total: accountMoney(),
  credited: accountMoney(),
  paid: accountMoney(),
  outstanding: accountMoney(),
  /** Who sells, and the names of places, as they were when it was issued: its paper stays what it was. */
  sellerName: text(120),
  sellerAddress: text(600),
  sellerTaxId: text(40),
  sellerPhone: phone(),
  billPlace: text(400),
  supplyTo: text(300),
  issuedAt: dateTime(),
  issuedBy: reference('user'),
  voidReason: text(300),
  ...mailedFields(),
  assignedTo: reference('user'),
  dealerBranch: reference('dealerBranch'),
})

/** How invoices are found, whose they are, and which way each of them goes. */
export const invoiceWays = () =>
  ({
    title: 'number',
    search: ['number', 'name', 'phone'],
    offline: { keep: 'recent', write: false, open: ['draft', 'issued', 'partPaid'] },
    scope: { own: 'assignedTo', branch: 'dealerBranch' },
    stages: ['draft', 'issued', 'partPaid', 'paid', 'void'],
    aside: { void: 'ended' },
    editable: ['draft'],
    archivable: ['draft'],
    moves: {
      issue: { from: ['draft'], to: 'issued', exclusive: true },
      /** Only while the month it was issued in is not over. */
      void: {
        from: ['issued', 'paid'],
        to: 'void',
        needs: 'approve',
        when: ({ paid, credited }: Record<string, unknown>) => !paid && !credited,
        args: { voidReason: text(300) },
      },
      mail: mailMove(['issued', 'partPaid', 'paid']),
    },
    derive: deriveInvoice,
  }) as const
