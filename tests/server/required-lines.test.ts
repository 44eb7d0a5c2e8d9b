import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRequired, LINE_NEEDED, metaOf } from '#contract/fields.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { register } from '#contract/register.ts'
import { permissions } from '#contract/rules.ts'
import { signedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.server.close())

const needed = (module: Module) =>
  Object.entries(module.fields).flatMap(([name, field]) =>
    metaOf(field).kind === 'lines' && isRequired(field) ? [name] : [],
  )
const modules = Object.values(register).filter(module => needed(module).length > 0)

describe.each(modules.map(module => [module.name, module] as const))('the lines that %s needs', (_, module) => {
  const none = Object.fromEntries(needed(module).map(name => [name, []]))
  const refused = Object.fromEntries(needed(module).map(name => [name, LINE_NEEDED]))

  test('are needed by the form and by what is pasted', () => {
    for (const name of needed(module)) {
      const issues = module.input.safeParse(none).error?.issues ?? []
      expect(issues.map(({ path }) => path.join('.'))).toContain(name)
      expect(module.change.safeParse({ [name]: [] }).success).toBe(false)
    }
  })

  test('are needed by the API and by what was done offline', async () => {
    const made = await shop.ask('POST', apiPath(module), none)
    expect(made).toMatchObject({ status: 400, body: { fields: refused } })
    const device = httpDevice(shop.server.app, shop.person)
    const [pushed] = await device.push(device.op(`${module.name}.create`, await device.newId(), none))
    expect(pushed).toMatchObject({ status: 'rejected', fields: refused })
  })
})

test('are needed by a change of many at once, of which each is refused by the same sentence', async () => {
  const { id } = await shop.make('customer', { name: 'Asha', phones: [{ number: '9825012345' }] })
  const bulk = { target: { ids: [id] }, action: 'change', args: { phones: [] } }
  const tried = await shop.ask('POST', '/customer/bulk', { ...bulk, try: true })
  const said = tried.status === 200 ? (tried.body as object) : tried.body.fields
  expect(JSON.stringify(said)).toContain(LINE_NEEDED)
  await shop.ask('POST', '/customer/bulk', bulk)
  expect(await shop.read('customer', id)).toMatchObject({ phones: [{ number: '+919825012345' }] })
})

test('are not emptied by two who each leave another line: the second is asked, online and offline', async () => {
  const phones = [{ number: '9825012345' }, { number: '9825012346' }]
  const made = await shop.make('customer', { name: 'Asha', phones })
  const [one, other] = (made as unknown as { phones: object[] }).phones
  expect(await shop.change('customer', made.id, { phones: [one] })).toMatchObject({ status: 200 })
  const second = await signedIn(shop.server, { permissions: permissions(customer, 'edit') })
  const online = await shop.server.app.inject({
    method: 'PATCH',
    url: `/api/customer/${made.id}`,
    headers: { ...second.headers, 'if-match': `"${made.version}"` },
    payload: { phones: [other] },
  })
  expect([online.statusCode, online.json().code]).toEqual([409, 'changed-meanwhile'])
  const device = httpDevice(shop.server.app, second)
  const base = { version: made.version, fields: { phones: [one, other] } }
  const [pushed] = await device.push(device.op('customer.change', made.id, { phones: [other] }, { base }))
  expect(pushed).toMatchObject({ status: 'conflict', asks: ['phones'] })
  expect(await shop.read('customer', made.id)).toMatchObject({ phones: [one] })
})

test('a record from before, which has none, is read, and keeps having none until its lines are changed', async () => {
  const { id } = await shop.make('customer', { name: 'Asha', phones: [{ number: '9825012345' }] })
  await shop.sql(`update customer set phones = '[]' where id = $1`, [id])
  expect(await shop.change('customer', id, { language: 'Hindi' })).toMatchObject({ status: 200, body: { phones: [] } })
  expect(await shop.change('customer', id, { phones: [] })).toMatchObject({
    status: 400,
    body: { fields: { phones: LINE_NEEDED } },
  })
  expect(modules.map(({ name }) => name)).toContain('customer')
})
