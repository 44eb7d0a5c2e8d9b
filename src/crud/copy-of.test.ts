import { expect, it } from 'vitest'
import { returnReason } from '#contract/lists/after-sales.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { order } from '#contract/modules/sales/order.ts'
import { itemRow } from '../../tests/support/sync-double.ts'
import { copyOf } from './copy-of.ts'

const noId = async () => 0

it('begins without what only one record may have, so that it is not refused for that', async () => {
  const copy = await copyOf(returnReason, itemRow(7, 'Damaged'), noId)
  expect(copy).toMatchObject({ label: 'Damaged' })
  expect(copy).not.toHaveProperty('code')
})

it('begins without the day of the other, so that it is of today', async () => {
  const row = { ...itemRow(7), name: 'Asha', lines: [], orderDate: '2024-11-05' }
  const copy = await copyOf(order, row, noId)
  expect(copy).toMatchObject({ name: 'Asha' })
  expect(copy).not.toHaveProperty('orderDate')
  expect(await copyOf(order, row, noId, { orderDate: '2026-11-05' })).toMatchObject({ orderDate: '2026-11-05' })
})

it('has what its person says otherwise, also where only one record may have that', async () => {
  const row = { ...itemRow(7), sku: 'S-1', name: 'Cutter' }
  expect(await copyOf(product, row, noId, { sku: 'S-2' })).toMatchObject({ sku: 'S-2', name: 'Cutter' })
  expect(await copyOf(product, row, noId, { name: 'Saw' })).not.toHaveProperty('sku')
})
