import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import i18next from 'i18next'
import { LINE_NEEDED } from '#contract/fields.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { order } from '#contract/modules/sales/order.ts'
import { customer } from '#contract/modules/people/customer.ts'
import type { Row } from '#contract/module.ts'
import type { Words } from '#src/fields/words.ts'
import crud from '../../public/locales/en/crud.json'
import { checkValues, checkWhole } from './check.ts'

const words = { field: (name: string) => name } as Words

const line = (id: number, more: object = {}) => ({ id, product: 5, qty: 1, unitPrice: 100_00, discount: 0, ...more })

it('says what a module finds in a line beside the cell of that very line', () => {
  const lines = [line(811), line(812, { discount: 200_00 })]
  expect(checkWhole(order, { lines }, null)).toEqual({
    'lines.812.discount': 'The discount is more than the amount.',
  })
})

it('asks for a line that is needed by the sentence of the server', async () => {
  await i18next.init({ lng: 'en', ns: ['crud'], defaultNS: 'crud', resources: { en: { crud } } })
  const { input, fields } = customer
  const said = checkValues(input, fields, { name: 'Asha', phones: [] }, words, i18next.getFixedT('en', 'crud'))
  expect(said).toEqual({ phones: LINE_NEEDED })
})

it('judges the whole row: what the form does not have is as the record has it', () => {
  const seen = { id: 1, stage: 'draft', lines: [line(811)], orderDate: '2026-11-20', promisedDate: null }
  expect(checkWhole(order, { promisedDate: '2026-11-19' }, seen as unknown as Row)).toEqual({
    promisedDate: 'It cannot be promised for a day before the order.',
  })
  expect(checkWhole(order, { note: 'Call first' }, seen as unknown as Row)).toEqual({})
})

it('knows how the record was', () => {
  const seen = { id: 1, stage: 'confirmed', lines: [line(811)], discount: 0 }
  expect(checkWhole(order, { discount: 10_00 }, seen as unknown as Row)).toEqual({
    discount: 'A confirmed order changes by a cancellation.',
  })
})

it('says the most that an amount may be as an amount, and that of a rate in percent', () => {
  const words = { field: () => 'Price' } as unknown as Words
  const say = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction<'crud'>
  expect(checkValues(product.change, product.fields, { price: 1e15, taxRate: 10_100 }, words, say)).toEqual({
    price: 'errors.atMost {"max":"1,00,00,00,000"}',
    taxRate: 'errors.atMost {"max":100}',
  })
})

it('says that a code is wrong for sure, and leaves one that stood there', () => {
  const { taxId } = checkWhole(customer, { taxId: '27AAAPA0000A1Z8' }, null)
  expect(taxId).toContain('last sign')
  const addresses = [{ id: 7, line: 'x', pincode: '38000', country: null }]
  expect(Object.keys(checkWhole(customer, { addresses }, null))).toEqual(['addresses.7.pincode'])
  expect(checkWhole(customer, { addresses }, { id: 1, addresses } as unknown as Row)).toEqual({})
})

it('says of a time that must lie ahead that it is over, by when it was said', () => {
  const say = ((key: string) => key) as TFunction<'crud'>
  const at = Date.parse('2026-11-20T10:00:00.000Z')
  const wrong = (nextContactAt: string) =>
    checkValues(inquiry.change, inquiry.fields, { nextContactAt }, words, say, at)
  expect(wrong('2026-11-20T09:00:00.000Z')).toEqual({ nextContactAt: 'errors.over' })
  // The minute that has just begun.
  expect(wrong('2026-11-20T09:59:00.000Z')).toEqual({})
  expect(wrong('2026-11-20T10:30:00.000Z')).toEqual({})
})
