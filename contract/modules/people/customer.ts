import {
  accountMoney,
  choice,
  choices,
  email,
  flag,
  lines,
  listItem,
  maybe,
  number,
  phone,
  pincode,
  reference,
  tags,
  taxId,
  text,
  withDefault,
} from '../../fields.ts'
import { area, city, country, state } from '../../lists/places.ts'
import { source } from '../../lists/sales.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { deriveCustomer } from './customer-rules.ts'

/** Somebody who buys from us or has something of ours repaired. */
export const customer = defineModule({
  name: 'customer',
  code: 50,
  fields: {
    name: text(120),
    type: withDefault(choice(['person', 'company', 'dealer']), 'person'),
    /** Kept in E.164 where they can be understood, with what was typed beside it. */
    phones: lines(
      {
        number: phone(),
        kind: withDefault(choice(['mobile', 'home', 'work', 'whatsapp']), 'mobile'),
        typed: maybe(text(30)),
      },
      { given: ['typed'] },
    ),
    emails: withDefault(lines({ email: email() }), []),
    taxId: maybe(taxId()),
    addresses: withDefault(
      lines({
        label: maybe(text(60)),
        line: text(300),
        area: maybe(listItem(area)),
        city: maybe(listItem(city)),
        state: maybe(listItem(state)),
        country: maybe(listItem(country)),
        pincode: maybe(pincode()),
        isDefault: withDefault(flag(), false),
      }),
      [],
    ),
    source: maybe(listItem(source)),
    language: maybe(text(40)),
    consent: withDefault(choices(['sms', 'whatsapp', 'call']), []),
    risk: withDefault(flag(), false),
    riskReason: maybe(text(300)),
    /** Who looks after them. */
    owner: maybe(reference('user')),
    branch: maybe(reference('dealerBranch')),
    tags: tags(),
  },
  given: {
    /** Of the address that is meant. */
    city: listItem(city),
    balance: accountMoney(),
    unitCount: number(),
    lifetimeValue: accountMoney(),
    /** The customer that this one turned out to be. */
    mergedInto: reference('customer'),
  },
  title: 'name',
  search: ['name', 'phones', 'emails', 'taxId'],
  offline: { keep: 'recent', write: true },
  scope: { own: 'owner', branch: 'branch' },
  derive: deriveCustomer,
  children: {
    inquiry: { columns: ['number', 'stage', 'products', 'createdAt', 'expectedValue'] },
    order: { columns: ['number', 'stage', 'orderDate', 'balance', 'total'], totals: ['balance', 'total'] },
    maintenance: {
      columns: ['number', 'stage', 'product', 'createdAt', 'balance', 'total'],
      totals: ['balance', 'total'],
    },
    unit: { columns: ['serial', 'product', 'stage', 'warrantyEnd'] },
  },
  moves: {
    /** All that refers to this customer refers to the other one from then on. */
    merge: { needs: 'edit', args: { into: reference('customer') } },
    /** For 30 days. */
    undoMerge: { needs: 'edit', archived: true },
    /**
     * Everything that says who they are goes for good, from here and from what refers to them. Whoever was merged goes with
     * the customer that they turned out to be.
     */
    erase: {
      needs: 'erase',
      confirm: true,
      alone: true,
      archived: 'either',
      when: row => (row.mergedInto ?? null) === null,
    },
  },
})
export type Customer = RowOf<typeof customer>
