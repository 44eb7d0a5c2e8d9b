import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { courierKeyCall, courierKeysCall } from '#contract/calls/couriers.ts'
import { asPerson, addItem, type Person } from '../support/access.ts'
import { startAccounts, type Accounts } from '../support/accounts.ts'
import { signedIn } from '../support/server.ts'

const managing = ['60-a', '60-b', '60-c', '60-d', '61-a', '61-b', '61-c', '61-d', '113-a', '113-c', '113-d']
const KEY = 'canary-key-of-maruti'
const ADDRESS = 'https://api.maruti.example/v1'

let server: Accounts
let boss: Person
let maruti: number
beforeAll(async () => {
  server = await startAccounts()
  await server.sql(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'Kiran Care', 'INR', 'Asia/Kolkata')`,
  )
  boss = await person([...managing, '111-a', '111-b'])
  maruti = (await addItem(boss, 'courier', { label: 'Shree Maruti' })).id
})
afterAll(() => server.close())

const person = async (permissions: readonly string[]) => asPerson(server, await signedIn(server, { permissions }))
const name = async (couriers: object[], who = boss) => {
  const [row] = await server.sql<{ version: number }>('select version from general_setting')
  return who.ask('PATCH', '/general-setting/1', { couriers }, row!.version)
}
const line = async () => {
  const [row] = await server.sql<{ couriers: { id: number }[] }>('select couriers from general_setting')
  return row!.couriers[0]!
}
const keys = async (who = boss) => (await server.call(courierKeysCall, {}, who)).json<{ lines: number[] }>().lines
const setKey = (key: string | null, id: number, who = boss) => server.call(courierKeyCall, { line: id, key }, who)

beforeEach(async () => {
  await name([])
  expect((await name([{ courier: maruti, address: ADDRESS }])).status).toBe(200)
})

describe('where couriers are asked', () => {
  test('is said by somebody who manages access: the right to edit the general setting is not enough', async () => {
    const clerk = await person(['113-a', '113-c', '113-d'])
    const refused = await name([{ ...(await line()), address: 'https://evil.example' }], clerk)
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields!)]).toEqual([
      403,
      'forbidden',
      ['couriers'],
    ])
    expect((await name([], clerk)).status).toBe(403)
  })

  test.each([
    ['nonsense', 'couriers.0.address'],
    ['http://api.maruti.example', 'couriers.0.address'],
    ['https://me:word@api.maruti.example', 'couriers.0.address'],
    ['https://api.maruti.example/?key=1', 'couriers.0.address'],
  ])('is not %s', async (address, field) => {
    const { status, body } = await name([{ ...(await line()), address }])
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })

  test('may be in the own network without TLS, and once for each courier', async () => {
    expect((await name([{ courier: maruti, address: 'http://10.0.0.5:8080/api' }])).status).toBe(200)
    const twice = await name([
      { courier: maruti, address: ADDRESS },
      { courier: maruti, address: `${ADDRESS}/2` },
    ])
    expect(twice.body.fields).toEqual({ 'couriers.1.courier': 'This courier is named twice.' })
  })
})

describe('the key of a courier', () => {
  test('is set and never shown: in no answer, history, book or log', async () => {
    const { id } = await line()
    expect(await keys()).toEqual([])
    expect((await setKey(KEY, id)).statusCode).toBe(200)
    expect(await keys()).toEqual([id])
    const answers = await Promise.all(
      ['/general-setting', '/general-setting/1', '/general-setting/1/history'].map(path => boss.ask('GET', path)),
    )
    const told = await server.sql(`select details from audit_event where kind = 'courier-key-set'`)
    const history = await server.sql('select before, after from record_history')
    expect(told).toEqual([{ details: { line: id } }])
    expect(JSON.stringify([answers, told, history, server.log])).not.toContain(KEY)
    await setKey(null, id)
    expect(await keys()).toEqual([])
  })

  test('goes where its courier gets another address, another way to show it, or is another one', async () => {
    const other = (await addItem(boss, 'courier', { label: `Other ${Date.now()}` })).id
    for (const change of [{ address: `${ADDRESS}/2` }, { keyIn: 'apiKey' }, { courier: other }]) {
      await name([{ ...(await line()), courier: maruti, address: ADDRESS, keyIn: 'bearer' }])
      const now = await line()
      await setKey(KEY, now.id)
      expect((await name([{ ...now, ...change }])).status, JSON.stringify(change)).toBe(200)
      expect(await keys(), JSON.stringify(change)).toEqual([])
    }
  })

  test('stays where something else of the setting changes', async () => {
    const now = await line()
    await setKey(KEY, now.id)
    const [row] = await server.sql<{ version: number }>('select version from general_setting')
    await boss.need('PATCH', '/general-setting/1', { helpContact: `Asha ${Date.now()}` }, row!.version)
    expect(await keys()).toEqual([now.id])
  })

  test('is of a courier that is named, and set by who may say where it is asked, with the password typed anew', async () => {
    expect((await setKey(KEY, 123_456)).statusCode).toBe(404)
    const { id } = await line()
    // Also who may edit the setting: every parcel shows its customer to whoever has the account that the key is of.
    for (const permissions of [
      ['113-a', '113-d'],
      ['113-a', '113-c', '113-d'],
    ]) {
      const clerk = await person(permissions)
      expect([(await setKey(KEY, id, clerk)).statusCode, (await setKey(null, id, clerk)).statusCode]).toEqual([
        403, 403,
      ])
    }
    const idle = await signedIn(server, { permissions: managing, confirmed: false })
    expect((await setKey(KEY, id, asPerson(server, idle))).json()).toMatchObject({ code: 'confirm-needed' })
    expect(await keys()).toEqual([])
  })
})
