import {
  date,
  email,
  lines,
  listItem,
  listItems,
  longText,
  maybe,
  money,
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
import { dealerType } from '../../lists/partners.ts'
import { area, city, country, state } from '../../lists/places.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { checkDealer } from './dealer-rules.ts'

/** A business that sells our devices at its own branches, and may buy them on credit. */
export const dealer = defineModule({
  name: 'dealer',
  code: 51,
  fields: {
    name: text(120),
    type: listItem(dealerType),
    taxId: maybe(taxId()),
    contacts: withDefault(
      lines({
        name: text(120),
        role: maybe(text(60)),
        phone: maybe(phone()),
        email: maybe(email()),
      }),
      [],
    ),
    /** Where its papers go. */
    address: maybe(text(300)),
    pincode: maybe(pincode()),
    area: maybe(listItem(area)),
    city: maybe(listItem(city)),
    state: maybe(listItem(state)),
    country: maybe(listItem(country)),
    /** The states that it sells in. */
    territory: withDefault(listItems(state), []),
    commission: maybe(percent()),
    /** How much of its orders may be open at once. Nothing set: orders on credit have no limit. */
    creditLimit: maybe(money()),
    creditDays: maybe(quantity({ max: 365 })),
    /** The account of ours that it pays into. */
    bank: maybe(reference('bank')),
    /** What it is to sell from one day to another, both of them in it. */
    targets: withDefault(
      lines({ from: date(), to: date(), qty: maybe(quantity({ min: 1 })), value: maybe(money()) }),
      [],
    ),
    manager: maybe(reference('user')),
    note: maybe(longText()),
    tags: tags(),
  },
  given: { suspendReason: text(200) },
  title: 'name',
  search: ['name', 'taxId', 'contacts'],
  offline: { keep: 'all', write: true },
  scope: { own: 'manager' },
  namesOpen: true,
  stages: ['prospect', 'onboarding', 'active', 'suspended', 'closed'],
  aside: { suspended: 'waits', closed: 'ended' },
  stageWhy: { suspended: 'suspendReason' },
  archivable: ['prospect', 'closed'],
  moves: {
    onboard: { from: ['prospect'], to: 'onboarding' },
    activate: { from: ['onboarding'], to: 'active' },
    /** Its branches get nothing more on credit until somebody lifts it. */
    suspend: { from: ['active'], to: 'suspended', args: { suspendReason: text(200) } },
    resume: { from: ['suspended'], to: 'active' },
    close: { from: ['prospect', 'onboarding', 'active', 'suspended'], to: 'closed' },
    reopen: { from: ['closed'], to: 'onboarding' },
  },
  check: checkDealer,
  children: { dealerBranch: { columns: ['name', 'storeType', 'phone', 'doesService', 'active'] } },
})
export type Dealer = RowOf<typeof dealer>
export type DealerTarget = Dealer['targets'][number]
