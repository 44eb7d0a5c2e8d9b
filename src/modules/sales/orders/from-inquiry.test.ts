import { expect, onTestFinished, test, vi } from 'vitest'
import { allFields } from '#contract/module.ts'
import { inquiry, type Inquiry } from '#contract/modules/sales/inquiry.ts'
import { register } from '#contract/register.ts'
import { orderFrom } from './from-inquiry.ts'

const blank = Object.fromEntries(Object.keys(allFields(inquiry)).map(name => [name, null]))
const said = {
  phone: '+919830041172',
  altPhone: '+919830041173',
  name: 'Ravi Iyer',
  email: 'ravi@example.com',
  customer: 11,
  address: '4 Lake Road',
  area: 12,
  city: 13,
  state: 14,
  country: 15,
  pincode: '700019',
  source: 16,
  assignedTo: 17,
  dealerBranch: 18,
  referral: 19,
  inf: 20,
  campaign: 21,
}

/** What the order begins with, on a device that reaches nobody who could say more. */
function begun(products: object[]) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  onTestFinished(() => void vi.unstubAllGlobals())
  let id = 900
  const row = { ...blank, ...said, id: 31, note: 'Came by the fair', products } as unknown as Inquiry
  return orderFrom({ db: null, register }, row, () => Promise.resolve((id += 1)))
}

test('an order begins with all that was said of who asked, and what they were quoted', async () => {
  const asked = { id: 1, product: 5, colour: 6, qty: 3, quoted: 450_000, note: 'With two plugs' }
  const order = await begun([asked, { ...asked, id: 2, product: 7, quoted: null, note: null }])
  expect(order).toMatchObject({ ...said, inquiry: 31 })
  // The remark about somebody who asks is no word for the label.
  expect(order.note ?? null).toBeNull()
  expect(order.lines).toMatchObject([
    { id: 901, product: 5, colour: 6, qty: 3, unitPrice: 450_000, note: 'With two plugs' },
    { id: 902, product: 7, colour: 6, qty: 3, unitPrice: null, note: null },
  ])
})

test('where nothing was asked for by name there is no line yet', async () => {
  expect((await begun([])).lines).toBeNull()
})
