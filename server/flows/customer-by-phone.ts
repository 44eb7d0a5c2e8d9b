import { customer } from '#contract/modules/people/customer.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { scopeFilter } from '#contract/rules.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { isTheirs } from '#server/crud/list-sql.ts'

const phoneOf = ({ row }: Occasion): string => (row as unknown as Order).phone

/** The customer with that phone, of those that the author may know of. */
export async function findCustomer(occasion: Occasion): Promise<number | null> {
  const scope = scopeFilter(customer, occasion.actor)
  if (scope === 'none') return null
  const [found] = await occasion.tx.also<{ id: number }>(
    `select id from customer where phones @> $1::jsonb and archived_at is null
       ${scope ? `and ${isTheirs(scope, '$2')}` : ''} order by updated_at desc, id limit 1`,
    [JSON.stringify([{ number: phoneOf(occasion) }]), ...(scope ? [scope.value] : [])],
  )
  return found?.id ?? null
}

/** The customer with that phone, or a new one; of two orders at once the second finds what the first made. */
export async function customerFor(occasion: Occasion): Promise<number> {
  await occasion.tx.lock(`customer ${phoneOf(occasion)}`)
  return (await findCustomer(occasion)) ?? makeCustomer(occasion)
}

/** Whoever buys for the first time becomes a customer, looked after by whoever has the order. */
async function makeCustomer(occasion: Occasion): Promise<number> {
  const { tx, row, create, actor } = occasion
  const { name, email, taxId, address, pincode, area, city, state, country, source, assignedTo, dealerBranch } =
    row as unknown as Order
  const made = await create(customer, {
    name,
    taxId,
    source,
    owner: assignedTo ?? actor.id,
    branch: dealerBranch,
    phones: [{ id: await tx.nextId(), number: phoneOf(occasion) }],
    emails: email ? [{ id: await tx.nextId(), email }] : [],
    addresses: address
      ? [{ id: await tx.nextId(), line: address, pincode, area, city, state, country, isDefault: true }]
      : [],
  })
  return made.id
}
