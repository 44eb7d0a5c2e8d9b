import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let shop: Shop
let count = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.server.close())

const customerWith = (number: string) => ({ name: `Customer ${++count}`, phones: [{ number }] })
const phonesOf = ({ phones }: Row) => phones as { number: string; typed: string | null }[]

describe('a phone number', () => {
  test.each([
    ['\u202a+91 98250 12345\u202c', '+919825012345'],
    ['+91\u00a098250\u00a012345', '+919825012345'],
    ['\ufeff+91\u200b98250\u202f12345', '+919825012345'],
    ['98250.12345', '+919825012345'],
    ['98250\u201112345', '+919825012345'],
    ['+33 6.12.34.56.78', '+33612345678'],
    ['(+32)2 555 01 23', '+3225550123'],
    ['tel:+919825012345', '+919825012345'],
    ['\u096f\u096e\u0968\u096b\u0966\u0967\u0968\u0969\u096a\u096b', '+919825012345'],
    ['091 98250 12345', '+919825012345'],
  ])('is kept in one form on every record that has one: %j', async (said, kept) => {
    expect(phonesOf(await shop.make('customer', customerWith(said)))[0]).toMatchObject({ number: kept })
    expect(await shop.make('dealerBranch', { name: `Branch ${++count}`, phone: said })).toMatchObject({ phone: kept })
    const [pushed] = await push('customer.create', customerWith(said))
    expect(phonesOf(pushed!.row as Row)[0]).toMatchObject({ number: kept })
  })

  test('keeps its extension', async () => {
    const said = '079-26401234 ext 12'
    const [line] = phonesOf(await shop.make('customer', customerWith(said)))
    expect(line).toMatchObject({ number: '+917926401234', typed: said })
    const branch = await shop.make('dealerBranch', { name: `Branch ${++count}`, phone: said })
    expect(branch.phone).toBe('+917926401234 ext 12')
    expect((await shop.change('dealerBranch', branch.id, { phone: branch.phone })).body).toMatchObject({ version: 1 })
  })

  test('that is none is refused, and one without its area stays as it was typed', async () => {
    for (const said of ['-----', '...']) {
      const { status, body } = await shop.ask('POST', '/dealer-branch', { name: `Branch ${++count}`, phone: said })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['phone']])
    }
    const kept = await shop.make('dealerBranch', { name: `Branch ${++count}`, phone: '26401234' })
    expect(kept.phone).toBe('26401234')
    expect(phonesOf(await shop.make('customer', customerWith('26401234')))[0]).toMatchObject({ number: '26401234' })
  })
})

const device = () => httpDevice(shop.server.app, shop.person)
async function push(op: string, args: Record<string, unknown>) {
  const one = device()
  const id = await one.newId()
  const lines = (args.phones as object[] | undefined)?.map(line => ({ kind: 'mobile', typed: null, ...line }))
  const withIds = lines && (await Promise.all(lines.map(async line => ({ ...line, id: await one.newId() }))))
  return one.push(one.op(op, id, { ...args, ...(withIds && { phones: withIds }) }))
}

describe('what nobody sees', () => {
  test.each(['\u200b', '\u3164', '\u2060\u00ad'])('is no name and no label: %j', async said => {
    expect(await shop.ask('POST', '/dealer-branch', { name: said })).toMatchObject({ status: 400 })
    expect(await shop.ask('POST', '/list/source', { label: said })).toMatchObject({ status: 400 })
    const [pushed] = await push('customer.create', { ...customerWith('9825012345'), name: said })
    expect(pushed).toMatchObject({ status: 'rejected', fields: { name: expect.any(String) } })
  })

  test.each([['SN-0001\u200b'], ['SN\u20110001'], ['ＳＮ－０００１']])(
    'makes no second device of one: %j',
    async said => {
      const serials = await shop.sql<{ n: number }>(`select count(*)::int as n from unit where serial = 'SN-0001'`)
      const product = await shop.make('product', { sku: `P-${++count}`, name: 'Trimmer', price: 100 })
      if (serials[0]!.n === 0) await shop.make('unit', { serial: 'SN-0001', product: product.id })
      expect(await shop.ask('POST', '/unit', { serial: said, product: product.id })).toMatchObject({
        status: 400,
        body: { fields: { serial: expect.any(String) } },
      })
    },
  )

  test('makes no second item of a list', async () => {
    await shop.ask('POST', '/list/source', { label: 'Trade fair' })
    expect(await shop.ask('POST', '/list/source', { label: 'Trade fair\u200b' })).toMatchObject({ status: 400 })
    const pasted = await shop.ask('POST', '/list/source/paste', { items: [{ label: '\u200bTrade fair' }] })
    expect(pasted.body).toMatchObject({ lines: [{ status: 'skipped' }] })
  })

  test('is kept inside of a word, where it has a meaning', async () => {
    const name = '\u0915\u094d\u200d\u0937'
    expect((await shop.make('dealerBranch', { name })).name).toBe(name)
  })
})

test.each([
  ['meena@example.com\u00a0', 'meena@example.com'],
  ['Meena Q <meena@example.com>', 'meena@example.com'],
  ['mailto:meena@example.com', 'meena@example.com'],
])('an e-mail address is taken out of what it was pasted with: %j', async (said, kept) => {
  const { emails } = await shop.make('customer', { ...customerWith('9825012345'), emails: [{ email: said }] })
  expect(emails).toMatchObject([{ email: kept }])
})
