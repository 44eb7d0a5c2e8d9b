import { render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { part } from '#contract/modules/catalogue/part.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import type { Module } from '#contract/module.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { FormField, type FormOfFields } from './form-field.tsx'

let userId = 9_700
beforeAll(() => speakEnglish('ui', 'crud', 'part', 'inquiry', 'customer'))
beforeEach(async () => {
  userId += 1
  const server = syncDouble()
  server.write('state', 11, { label: 'Gujarat' })
  server.write('state', 12, { label: 'Maharashtra' })
  await begin({ userId, permissions: [] })
})

function show(module: Module, name: string, values: object) {
  const form = { values, errors: {}, set: () => undefined, blur: () => undefined } as unknown as FormOfFields
  render(
    <AtWork userId={userId}>
      <FormField form={form} module={module} name={name} />
    </AtWork>,
  )
}

test('a bar code whose check digit does not fit is said to be so, and no other', async () => {
  show(part, 'barcode', { barcode: '4006381333932' })
  expect(await screen.findByText(/check digit of this bar code does not fit/)).toBeTruthy()
  show(part, 'barcode', { barcode: '4006381333931' })
  expect(await screen.findAllByText(/check digit/)).toHaveLength(1)
})

test('pinCode: one of another state than the one beside it says where it is', async () => {
  show(inquiry, 'pincode', { pincode: '400001', state: 11 })
  expect(await screen.findByText('400001 is in Maharashtra.')).toBeTruthy()
})

test('gstin: one of another state than the address that is meant says so, and one of the same state nothing', async () => {
  const said = '24 is Gujarat, the address is in Maharashtra. Tax goes by the GSTIN.'
  const addresses = [
    { id: 1, line: 'Surat', state: 11, isDefault: false },
    { id: 2, line: 'Pune', state: 12, isDefault: true },
  ]
  show(customer, 'taxId', { taxId: '24AAAPA0000A1ZD', addresses })
  expect(await screen.findByText(said)).toBeTruthy()
  show(customer, 'taxId', { taxId: '27AAAPA0000A1Z7', addresses })
  show(customer, 'taxId', { taxId: '24AAAPA0000A1ZD', addresses: addresses.slice(0, 1) })
  expect(screen.getAllByText(said)).toHaveLength(1)
})
