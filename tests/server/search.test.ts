import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchRow } from '#contract/calls/search.ts'
import type { Module, Row } from '#contract/module.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { allPermissions } from '#contract/permissions.ts'
import { permission } from '#contract/rules.ts'
import { forgiven } from '../support/cases.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'

let server: TestApp
let everybody: SignedIn
/** Every record by a name of this file's own. */
const made: Record<string, number> = {}

const call = async (person: SignedIn, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const answer = await server.app.inject({
    method,
    url: `/api${url}`,
    headers: person.headers,
    ...(payload ? { payload } : {}),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<Record<string, unknown>>()
}
const make = async (name: string, module: Module, input: object) => {
  const path = `/${module.name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
  made[name] = ((await call(everybody, 'POST', path, input)) as Row).id
}
type Groups = { module: string; rows: SearchRow[]; more: boolean }[]
const search = async (q: string, person = everybody, module = '') =>
  (await call(person, 'GET', `/search?q=${encodeURIComponent(q)}${module && `&module=${module}`}`)).groups as Groups

beforeAll(async () => {
  server = await startApp()
  everybody = await signedIn(server, { permissions: allPermissions })
  const phones = (...numbers: string[]) => numbers.map(number => ({ number }))
  const people: [string, string, string, string, string?][] = [
    ['jose', 'José Álvarez', '+919876504417', 'jose.alvarez@example.com', '27ABCDE1234F1Z0'],
    ['zoe', 'Zoë Müller', '+919812345678', 'zoe@muller.example'],
    ['anita', 'Anita Desai', '+912055501234', 'anita.desai@example.org'],
    ['sita', 'सीता शर्मा', '+919900112233', 'sita@example.net'],
    ['obrien', "Nora O'Brien", '+353861234567', 'nora@obrien.example'],
    ['straub', 'Jürgen Straßer', '+4917612345670', 'j.strasser@example.de'],
    ['li', 'Li Wei', '+8613912345678', 'li.wei@example.cn'],
    ['kumar', 'Ravi Kumar', '+919845098450', 'ravi.kumar@example.com'],
    ['salon', 'Salon Kumar & Sons', '+919845011111', 'office@salonkumar.example'],
    ['anand', 'Anand', '+919811122233', 'anand@example.com'],
  ]
  for (const [name, full, number, email, taxId = null] of people)
    await make(name, customer, { name: full, phones: phones(number), emails: [{ email }], taxId })
  // Many who are nearly the ones that are looked for.
  for (let nr = 0; nr < 40; nr += 1)
    await make(`other${nr}`, customer, {
      name: `Kumari ${nr} Ananda`,
      phones: phones(`+9198450${String(20_000 + nr * 7)}`),
    })
  for (const name of new Set(forgiven.map(([, full]) => full)))
    await make(name, customer, {
      name,
      phones: phones(name === 'Asha' ? '+919825044001' : '+915550009999'),
      taxId: name === 'Asha' ? '27AAAPA0000A1Z7' : null,
    })
  await make('dryer', product, { sku: 'HD-1500', name: 'Hair dryer Pro', price: 4_990_00 })
  await make('dryer2', product, { sku: 'HD-15002', name: 'Hair dryer Pro travel set', price: 3_990_00 })
  await make('straightener', product, { sku: 'ST-200', name: 'Straightener Élan', price: 2_990_00, hsn: '85163200' })
  await make('motor', part, { code: 'M-100', name: 'Motor', barcode: '8901234567894' })
  await make('fan', part, { code: 'F-20', name: 'Fan wheel', barcode: '8901234567900' })
  for (const serial of ['HD15-000917', 'HD15-000918', 'ST20-880017'])
    await make(serial, unit, { serial, product: made.dryer })
})
afterAll(() => server.close())

describe('search over everything', () => {
  it.each([
    ['4417', 'jose'],
    ['04417', 'jose'],
    ['9876504417', 'jose'],
    ['98765 04417', 'jose'],
    ['+91 98765-04417', 'jose'],
    ['098765 04417', 'jose'],
    ['jose', 'jose'],
    ['José', 'jose'],
    ['alvarez jose', 'jose'],
    ['ALVAREZ', 'jose'],
    ['jose.alvarez@example.com', 'jose'],
    ['jose.alv', 'jose'],
    ['27abcde1234f1z0', 'jose'],
    ['E1234F', 'jose'],
    ['zoe', 'zoe'],
    ['muller', 'zoe'],
    ['Mull', 'zoe'],
    ['345678', 'zoe'],
    ['zoe@muller.example', 'zoe'],
    ['desai', 'anita'],
    ['020 5550 1234', 'anita'],
    ['5550 1234', 'anita'],
    ['anita d', 'anita'],
    ['सीता', 'sita'],
    ['शर्मा', 'sita'],
    ['112233', 'sita'],
    ["o'brien", 'obrien'],
    ['obrien', 'obrien'],
    ['nora', 'obrien'],
    ['+353 86 123 4567', 'obrien'],
    ['strasser', 'straub'],
    ['Straßer', 'straub'],
    ['jurgen', 'straub'],
    ['li', 'li'],
    ['li wei', 'li'],
    ['wei', 'li'],
    ['ravi kumar', 'kumar'],
    ['ravi', 'kumar'],
    ['98450 98450', 'kumar'],
    ['kumar & sons', 'salon'],
    ['salon', 'salon'],
    ['salonkumar', 'salon'],
    ['anand', 'anand'],
    ['anand@example.com', 'anand'],
    ['HD-1500', 'dryer'],
    ['hd-1500', 'dryer'],
    ['hair dryer pro', 'dryer'],
    ['travel', 'dryer2'],
    ['elan', 'straightener'],
    ['85163200', 'straightener'],
    ['ST-200', 'straightener'],
    ['motor', 'motor'],
    ['m-100', 'motor'],
    ['8901234567894', 'motor'],
    ['67900', 'fan'],
    ['HD15-000917', 'HD15-000917'],
    ['000917', 'HD15-000917'],
    ['917', 'HD15-000917'],
    ['880017', 'ST20-880017'],
  ])('for “%s” shows %s among the first three', async (q, wanted) => {
    const first = (await search(q)).flatMap(({ rows }) => rows).slice(0, 3)
    expect(
      first.map(({ id }) => id),
      JSON.stringify(first),
    ).toContain(made[wanted])
  })

  it.each(forgiven)('forgives signs, in a list too: “%s” finds %s', async (q, name) => {
    const { rows } = (await call(everybody, 'GET', `/customer?q=${encodeURIComponent(q)}&limit=100`)) as { rows: Row[] }
    expect(rows.map(row => row.name)).toContain(name)
    const everywhere = (await search(q, everybody, 'customer')).flatMap(group => group.rows)
    expect(everywhere.map(({ id }) => id)).toContain(made[name])
  })

  it('jumps to a record by its number, with and without a sign before it', async () => {
    for (const q of [String(made.zoe), `#${made.zoe}`]) {
      const [group] = await search(q)
      expect(group!.module).toBe('customer')
      expect(group!.rows[0]).toMatchObject({ id: made.zoe, title: 'Zoë Müller', matched: 'id' })
    }
  })

  it('says where it was found, and a few of many in each module', async () => {
    const [phone] = await search('04417')
    expect(phone!.rows[0]).toEqual({
      id: made.jose,
      title: 'José Álvarez',
      detail: '+919876504417',
      matched: 'phones.number',
    })
    const [many] = await search('kumari')
    expect(many).toMatchObject({ module: 'customer', more: true })
    expect(many!.rows).toHaveLength(5)
    const [alone] = await search('kumari', everybody, 'customer')
    expect(alone!.rows).toHaveLength(40)
  })

  it('finds items of settings lists, each in its own list', async () => {
    await call(everybody, 'POST', '/list/city', { label: 'Pondicherry' })
    expect(await search('pondi')).toMatchObject([{ module: 'city', rows: [{ title: 'Pondicherry' }] }])
  })

  it('finds nothing for what no index knows, and nothing that was archived', async () => {
    expect(await search('_%')).toEqual([])
    expect(await search('nobody at all')).toEqual([])
    await make('gone', customer, { name: 'Gonzalo Archived', phones: [{ number: '+919800000001' }] })
    expect(await search('gonzalo')).toHaveLength(1)
    await call(everybody, 'DELETE', `/customer/${made.gone}`)
    expect(await search('gonzalo')).toEqual([])
    expect(await search(`#${made.gone}`)).toEqual([])
  })
})

describe('search of somebody who may not see everything', () => {
  it('is over the modules whose lists they may open', async () => {
    const stock = await signedIn(server, { permissions: [permission(unit, 'list')] })
    expect(await search('jose', stock)).toEqual([])
    expect(await search(`#${made.zoe}`, stock)).toEqual([])
    expect(await search('000917', stock)).toMatchObject([{ module: 'unit' }])
    expect(await search('000917', await signedIn(server, { permissions: [permission(unit, 'details')] }))).toEqual([])
  })

  it('is over the rows within their reach', async () => {
    const own = await signedIn(server, { permissions: [permission(customer, 'list')], scopes: { customer: 'own' } })
    const branch = await signedIn(server, {
      permissions: [permission(customer, 'list')],
      scopes: { customer: 'branch' },
    })
    expect(await search('zoe', own)).toEqual([])
    expect(await search(`#${made.zoe}`, own)).toEqual([])
    expect(await search('zoe', branch)).toEqual([])
    await make('mine', customer, { name: 'Zoe Mine', phones: [{ number: '+919800000002' }], owner: own.userId })
    expect(await search('zoe', own)).toMatchObject([{ rows: [{ id: made.mine }] }])
  })
})
