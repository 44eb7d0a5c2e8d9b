import {
  date,
  flag,
  longText,
  maybe,
  money,
  once,
  quantity,
  referralCodeText,
  reference,
  tags,
  withDefault,
} from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** A word that customers bring: who sent them, and what it takes off their order. */
export const referralCode = defineModule({
  name: 'referralCode',
  code: 122,
  fields: {
    code: once(referralCodeText()),
    /** Whose word it is. */
    inf: maybe(reference('inf')),
    dealer: maybe(reference('dealer')),
    customer: maybe(reference('customer')),
    /** Off the order as a whole. */
    discount: maybe(money()),
    /** The first and the last day that it is taken; both count. */
    validFrom: maybe(date()),
    validTo: maybe(date()),
    /** How many orders take it; any number where nobody says one. */
    mostUses: maybe(quantity({ min: 1 })),
    active: withDefault(flag(), true),
    note: maybe(longText(1_000)),
    tags: tags(),
  },
  given: {
    /** Orders that have taken it and were not cancelled. */
    uses: quantity(),
  },
  title: 'code',
  search: ['code'],
  offline: { keep: 'all', write: false },
  check: ({ validFrom, validTo, inf, dealer, customer }): Record<string, string> => {
    const wrong: Record<string, string> = {}
    if (typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom)
      wrong.validTo = 'It ends before it begins.'
    const owners = Object.entries({ inf, dealer, customer }).filter(([, whose]) => typeof whose === 'number')
    for (const [field] of owners.slice(1)) wrong[field] = 'A code is of one only.'
    return wrong
  },
})
export type ReferralCode = RowOf<typeof referralCode>
