import {
  choice,
  code,
  dateTime,
  email,
  lines,
  listItem,
  longText,
  maybe,
  money,
  phone,
  pincode,
  quantity,
  reference,
  stamped,
  tags,
  text,
  withDefault,
} from '../../fields.ts'

import { area, city, country, state } from '../../lists/places.ts'
import { deadReason, inquiryStatus, source, type } from '../../lists/sales.ts'
import { color } from '../../lists/stock.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** What came of a contact. The first four are what the moves of the same meaning write. */
export const contactOutcomes = ['noAnswer', 'callBack', 'interested', 'dead', 'reopened', 'other'] as const

const contactLog = lines(
  {
    mode: withDefault(choice(['call', 'whatsapp', 'sms', 'email', 'visit']), 'call'),
    outcome: choice(contactOutcomes),
    note: maybe(longText(1_000)),
    at: maybe(stamped('now', dateTime())),
    by: maybe(stamped('me', reference('user'))),
  },
  { addOnly: true },
)
/** A contact and when the next one is; a device writes the line itself, so that it is there before the server answers. */
const contact = { contactLog: withDefault(contactLog, []), nextContactAt: dateTime({ ahead: true }) }
const open = ['new', 'contacted', 'followUp', 'interested'] as const

/** Somebody who asked about our products and has not ordered yet. */
export const inquiry = defineModule({
  name: 'inquiry',
  code: 10,
  colour: 'blue',
  fields: {
    name: text(120),
    phone: phone(),
    altPhone: maybe(phone()),
    email: maybe(email()),
    source: listItem(source),
    type: maybe(listItem(type)),
    priority: withDefault(choice(['low', 'normal', 'high', 'urgent']), 'normal'),
    assignedTo: reference('user'),
    status: maybe(listItem(inquiryStatus)),
    nextContactAt: maybe(dateTime({ ahead: true })),
    products: withDefault(
      lines({
        product: reference('product'),
        colour: maybe(listItem(color)),
        qty: withDefault(quantity({ min: 1 }), 1),
        quoted: maybe(money()),
        note: maybe(text(200)),
      }),
      [],
    ),
    expectedValue: maybe(money()),
    address: maybe(text(300)),
    area: maybe(listItem(area)),
    city: maybe(listItem(city)),
    state: maybe(listItem(state)),
    country: maybe(listItem(country)),
    pincode: maybe(pincode()),
    customer: maybe(reference('customer')),
    dealerBranch: maybe(reference('dealerBranch')),
    referral: maybe(reference('referralCode')),
    inf: maybe(reference('inf')),
    campaign: maybe(reference('campaign')),
    duplicateOf: maybe(reference('inquiry')),
    contactLog: withDefault(contactLog, []),
    deadReason: maybe(listItem(deadReason)),
    note: maybe(longText()),
    tags: tags(),
  },
  given: {
    number: code(20),
    /** The order that it became. */
    order: reference('order'),
  },
  title: 'name',
  search: ['name', 'phone', 'altPhone', 'email', 'number'],
  offline: { keep: 'mine', write: true, open },
  scope: { own: 'assignedTo', branch: 'dealerBranch' },
  stages: ['new', 'contacted', 'followUp', 'interested', 'converted', 'dead'],
  aside: { dead: 'ended' },
  stageWhy: { dead: 'deadReason' },
  editable: [...open, 'dead'],
  archivable: ['new', 'dead'],
  moves: {
    noAnswer: { from: open, to: 'followUp', offline: true, args: contact },
    callBack: { from: open, to: 'followUp', offline: true, args: contact },
    interest: {
      from: open,
      to: 'interested',
      offline: true,
      args: { ...contact, nextContactAt: maybe(dateTime({ ahead: true })) },
    },
    giveUp: {
      from: open,
      to: 'dead',
      offline: true,
      // Nobody is contacted again where it came to nothing.
      args: { contactLog: contact.contactLog, deadReason: listItem(deadReason) },
    },
    reopen: { from: ['dead'], to: 'followUp', offline: true, args: contact },
  },
})
export type Inquiry = RowOf<typeof inquiry>
export type Contact = Inquiry['contactLog'][number]
