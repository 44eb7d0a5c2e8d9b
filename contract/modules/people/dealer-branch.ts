import {
  address,
  email,
  flag,
  listItem,
  longText,
  maybe,
  phone,
  reference,
  tags,
  text,
  withDefault,
} from '../../fields.ts'
import { storeType } from '../../lists/partners.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** A place of business: what a role's row scope 'branch' refers to. */
export const dealerBranch = defineModule({
  name: 'dealerBranch',
  code: 52,
  fields: {
    name: text(120),
    /** Whose it is. Nobody's: a branch of the house. */
    dealer: maybe(reference('dealer')),
    storeType: maybe(listItem(storeType)),
    phone: maybe(phone()),
    email: maybe(email()),
    address: maybe(address()),
    hours: maybe(text(200)),
    doesService: withDefault(flag(), false),
    active: withDefault(flag(), true),
    note: maybe(longText()),
    tags: tags(),
  },
  title: 'name',
  search: ['name', 'phone', 'email'],
  offline: { keep: 'all', write: true },
})
export type DealerBranch = RowOf<typeof dealerBranch>
