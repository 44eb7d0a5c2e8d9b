import type { Row } from '#contract/module.ts'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { phoneOf } from '#server/lib/phones.ts'
import { eraseCustomer, eraseEverywhere } from './erase.ts'

type Phone = Customer['phones'][number]
type Address = Customer['addresses'][number]

/** Phones in one form, so that two of the same are found; one address that is meant where nobody says which. */
export const customerBehaviour = behaviour(customer, {
  on: { create: tidy, change: tidy, erase: eraseCustomer },
  after: { erase: eraseEverywhere },
})

async function tidy({ tx, ask, row, before, changes, now }: Occasion) {
  // Another record's write brought them, as a merge does: nobody chose anew.
  const isChosen = ask.wish.id === null || ask.wish.id === row.id
  const { phones, addresses } = row as unknown as Customer
  const { country } = 'phones' in changes ? await houseRules(tx, now) : { country: '' }
  return {
    ...('phones' in changes ? { phones: phones.map(phone => understood(phone, country)) } : {}),
    ...('addresses' in changes ? { addresses: withDefault(addresses, before, isChosen) } : {}),
  }
}

/** What cannot be understood stays as it was typed: an odd number is better than none. */
function understood(phone: Phone, country: string): Phone {
  const number = phoneOf(phone.number, country)?.number ?? null
  if (number === null) return { ...phone, typed: null }
  if (number !== phone.number) return { ...phone, number, typed: phone.number }
  const isOurs = phone.typed !== null && phoneOf(phone.typed, country)?.number === number
  return { ...phone, typed: isOurs ? phone.typed : null }
}

/** The one that was chosen last, or the first there is. */
function withDefault(addresses: Address[], before: Row | null, isChosen: boolean): Address[] {
  const was = (before as unknown as Customer | null)?.addresses.find(({ isDefault }) => isDefault)?.id
  const chosen = addresses.filter(({ isDefault }) => isDefault)
  const one = chosen.find(({ id }) => (id !== was) === isChosen) ?? chosen[0] ?? addresses[0]
  return addresses.map(address => ({ ...address, isDefault: address === one }))
}
