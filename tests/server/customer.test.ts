import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import type { TimelineEntry } from '#contract/calls/timeline.ts'
import type { Row } from '#contract/module.ts'
import { openShop, type Answer, type Shop } from '../support/shop.ts'
import { signedIn } from '../support/server.ts'

let shop: Shop
let count = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.server.close())

const customer = (more: object = {}) =>
  shop.make('customer', { name: `Asha ${++count}`, phones: [{ number: '+919820000100' }], ...more })
const numbers = ({ phones }: Row) =>
  (phones as { number: string; typed: string | null }[]).map(({ number, typed }) => [number, typed])
const without = (...codes: string[]) => allPermissions.filter(code => !codes.includes(code))

describe('a phone number', () => {
  it.each([
    ['98765 43210', '+919876543210', '98765 43210'],
    ['098765-43210', '+919876543210', '098765-43210'],
    ['+919876543210', '+919876543210', null],
    ['+49 (30) 901820', '+4930901820', '+49 (30) 901820'],
    ['12345', '12345', null],
  ])('%s is kept as %s', async (typed, number, kept) => {
    expect(numbers(await customer({ phones: [{ number: typed }] }))).toEqual([[number, kept]])
  })

  it('is read as one of the country of the house', async () => {
    const [setting] = await shop.sql<{ id: number }>('select id from general_setting')
    await shop.change('generalSetting', setting!.id, { country: 'DE' })
    expect(numbers(await customer({ phones: [{ number: '030 901820' }] }))).toEqual([['+4930901820', '030 901820']])
    const nowhere = await shop.change('generalSetting', setting!.id, { country: 'XX' })
    expect(nowhere).toMatchObject({ status: 400, body: { fields: { country: expect.any(String) } } })
    await shop.change('generalSetting', setting!.id, { country: 'IN' })
  })

  it('keeps what was typed until something else is', async () => {
    const row = await customer({ phones: [{ number: '98765 43211' }] })
    const [line] = row.phones as object[]
    const kept = await shop.change('customer', row.id, { phones: [{ ...line, kind: 'work' }] })
    expect(numbers(kept.body)).toEqual([['+919876543211', '98765 43211']])
    const other = await shop.change('customer', row.id, { phones: [{ ...line, number: '+919000000001' }] })
    expect(numbers(other.body)).toEqual([['+919000000001', null]])
  })
})

describe('addresses', () => {
  it('have one that is meant, the one that was chosen last', async () => {
    const row = await customer({ addresses: [{ line: 'First' }, { line: 'Second' }] })
    const addresses = row.addresses as { isDefault: boolean }[]
    expect(addresses.map(({ isDefault }) => isDefault)).toEqual([true, false])
    const { body } = await shop.change('customer', row.id, {
      addresses: addresses.map(address => ({ ...address, isDefault: true })),
    })
    expect((body.addresses as typeof addresses).map(({ isDefault }) => isDefault)).toEqual([false, true])
  })
})

describe('the city of a customer', () => {
  it('is that of the address that is meant, and the list filters by it', async () => {
    const [pune, surat] = [await shop.make('city', { label: 'Pune' }), await shop.make('city', { label: 'Surat' })]
    const row = await customer({
      addresses: [
        { line: 'First', city: pune.id },
        { line: 'Second', city: surat.id },
      ],
    })
    expect(row.city).toBe(pune.id)
    const found = async (city: Row) => {
      const { body } = await shop.ask('GET', `/customer?filter[city]=${city.id}`)
      return (body as unknown as { rows: Row[] }).rows.map(({ id }) => id)
    }
    expect([await found(pune), await found(surat)]).toEqual([[row.id], []])
    const addresses = (row.addresses as { isDefault: boolean }[]).map(one => ({ ...one, isDefault: !one.isDefault }))
    expect((await shop.change('customer', row.id, { addresses })).body).toMatchObject({ city: surat.id })
    expect((await shop.change('customer', row.id, { addresses: [] })).body).toMatchObject({ city: null })
  })
})

describe('who has that number already', () => {
  const ask = (phone: string, more = '', as = shop.person) =>
    shop.ask('GET', `/customer/duplicates?phone=${encodeURIComponent(phone)}${more}`, undefined, as)
  const found = ({ body }: Answer) => (body as unknown as { customers: Row[] }).customers

  it('is told with what they have, however it is typed, and not of themselves', async () => {
    const { id } = await customer({ name: 'Ravi Kumar', phones: [{ number: '+91 98200 11223' }] })
    const product = await shop.make('product', { sku: 'D-1', name: 'Hair dryer', price: 1 })
    await shop.make('unit', { serial: 'D-1', product: product.id, customer: id })
    const answer = [{ id, name: 'Ravi Kumar', units: 1, products: ['Hair dryer'] }]
    expect(found(await ask('9820011223'))).toEqual(answer)
    expect(found(await ask('098200-11223'))).toEqual(answer)
    expect(found(await ask('+91 98200 11223', `&except=${id}`))).toEqual([])
    expect(found(await ask('98200'))).toEqual([])
    const blind = await signedIn(shop.server, { permissions: without('200-a') })
    expect(found(await ask('9820011223', '', blind))).toEqual([{ ...answer[0], products: [] }])
    await shop.ask('DELETE', `/customer/${id}`)
    expect(found(await ask('9820011223'))).toEqual([])
  })

  it('is told of permitted rows only', async () => {
    const number = '98200 44556'
    const theirs = await signedIn(shop.server, { permissions: allPermissions, scopes: { customer: 'own' } })
    await customer({ phones: [{ number }] })
    expect(found(await ask(number, '', theirs))).toEqual([])
    const own = await customer({ phones: [{ number }], owner: theirs.userId })
    expect(found(await ask(number, '', theirs)).map(({ id }) => id)).toEqual([own.id])
    const nobody = await signedIn(shop.server, { permissions: without('50-a') })
    expect((await ask(number, '', nobody)).status).toBe(403)
  })
})

describe('the timeline of a customer', () => {
  const told = async (id: number, more = '', as = shop.person) => {
    const answer = await shop.ask('GET', `/customer/timeline?customer=${id}${more}`, undefined, as)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as unknown as { entries: TimelineEntry[]; next: string | null; kinds: string[] }
  }
  const deeds = (entries: TimelineEntry[]) => entries.map(({ kind, action }) => `${kind} ${action}`)

  it('tells of them, their devices and what refers to these, the newest first, by kind or by device', async () => {
    const { id } = await customer()
    const product = await shop.make('product', { sku: 'T-1', name: 'Trimmer', price: 1 })
    const first = await shop.make('unit', { serial: 'T-1', product: product.id, customer: id })
    const second = await shop.make('unit', { serial: 'T-2', product: product.id, customer: id })
    await shop.move('unit', second.id, 'repair')
    const { entries, kinds } = await told(id)
    expect(kinds).toEqual(['customer', 'unit', 'stockMove'])
    expect(deeds(entries)).toEqual([
      'stockMove create',
      'unit repair',
      'customer change',
      'unit create',
      'customer change',
      'unit create',
      'customer create',
    ])
    expect(entries[1]).toMatchObject({ title: 'T-2', record: second.id, after: { stage: 'inService' } })
    expect(deeds((await told(id, '&kind=unit')).entries)).toEqual(['unit repair', 'unit create', 'unit create'])
    expect(deeds((await told(id, `&unit=${first.id}`)).entries)).toEqual(['unit create'])
    const blind = await signedIn(shop.server, { permissions: without('200-d', '201-d') })
    expect(deeds((await told(id, '', blind)).entries)).toEqual([
      'customer change',
      'customer change',
      'customer create',
    ])
  })

  it('goes on where a page ends', async () => {
    const { id } = await customer()
    for (let at = 0; at < 51; at += 1) await shop.change('customer', id, { language: `Language ${at}` })
    const first = await told(id)
    expect(first.entries).toHaveLength(50)
    const rest = await told(id, `&after=${encodeURIComponent(first.next!)}`)
    expect(deeds(rest.entries)).toEqual(['customer change', 'customer create'])
    expect(rest.next).toBeNull()
  })

  it('is nobody’s who may not see them', async () => {
    const { id } = await customer()
    const theirs = await signedIn(shop.server, { permissions: allPermissions, scopes: { customer: 'own' } })
    expect((await shop.ask('GET', `/customer/timeline?customer=${id}`, undefined, theirs)).status).toBe(404)
  })
})
