import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { typed } from '../support/cases.ts'

let shop: Shop
let count = 0
let others: Record<string, () => object>
beforeAll(async () => {
  shop = await openShop()
  const source = await shop.make('source', { label: 'Fair' })
  const product = await shop.make('product', { sku: 'SPA-1', name: 'Foot spa', price: 499_900 })
  const name = () => `One ${++count}`
  others = {
    dealerBranch: () => ({ name: name() }),
    customer: () => ({ name: name(), phones: [{ number: '9825012345' }] }),
    product: () => ({ sku: `S-${++count}`, name: name(), price: 1 }),
    part: () => ({ code: `P-${++count}`, name: name() }),
    unit: () => ({ serial: `U-${++count}`, product: product.id }),
    inquiry: () => ({ name: name(), phone: '9825012345', source: source.id, assignedTo: shop.person.userId }),
  }
})
afterAll(() => shop.server.close())

// The same in forms and sheets: `real-input.test.ts` of the contract.
test.each(typed)('what people really type is made clean by the API: $module $field $in', async one => {
  const path = apiPath(register[one.module] as Module)
  const { status, body } = await shop.ask('POST', path, { ...others[one.module]!(), [one.field]: one.in })
  const kept = one.onServer ?? one.out
  if (kept === null) expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [one.field]])
  else expect([status < 300, (body as Row)[one.field], body.fields]).toEqual([true, kept, undefined])
})
