import { expect } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Replacement } from '#contract/modules/service/replacement.ts'
import { addDays, today } from '#contract/relative-days.ts'
import { openShop } from './shop.ts'

/** A day as the business counts it: its clock is ahead of the server's. */
export const day = (days: number) => addDays(today({ now: new Date(), timeZone: 'Asia/Kolkata' }), days)

/** A running business whose customers have devices, and that has others in stock. */
export async function openReplacing() {
  const shop = await openShop()
  const product = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000, warrantyDays: 365 })
  const { body: reason } = await shop.ask('POST', '/list/return-reason', { label: 'Defective' })
  let count = 0
  const phone = () => `98765 5${1000 + count}`
  const inputFor = (old: Row, more: object = {}) => ({
    oldUnit: old.id,
    product: product.id,
    reason: reason.id,
    name: 'Asha Rao',
    phone: phone(),
    ...more,
  })
  const asked = async (old: Row, more: object = {}) =>
    (await shop.make('replacement', inputFor(old, more))) as unknown as Replacement
  const step = async (id: number, name: string, args: object = {}) =>
    (await shop.move('replacement', id, name, args)) as unknown as Replacement
  return {
    shop,
    product,
    phone,
    inputFor,
    asked,
    step,
    async sold(deliveredAt = day(-100), more: object = {}) {
      count += 1
      const owner = await shop.make('customer', { name: 'Asha Rao', phones: [{ number: phone() }] })
      const of = { serial: `OLD-${count}`, product: product.id, customer: owner.id }
      return shop.make('unit', { ...of, deliveredAt, soldAt: deliveredAt, ...more })
    },
    stocked(of = product) {
      count += 1
      return shop.make('unit', { serial: `NEW-${count}`, product: of.id })
    },
    async ready(old: Row, device: Row, more: object = {}) {
      const { id } = await asked(old, { mode: 'noReturn', ...more })
      await step(id, 'approve')
      await step(id, 'allocate', { newUnit: device.id })
      return id
    },
    async refused(path: string, input: object = {}) {
      const { status, body } = await shop.ask('POST', path, input)
      expect(status).toBeGreaterThanOrEqual(400)
      return body.fields ?? body.message
    },
  }
}
