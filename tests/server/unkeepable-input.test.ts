import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice, type HttpDevice } from '../support/simulation/http-device.ts'

/** What no database takes: each is refused in words, and none is a fault of the server. */
let shop: Shop
let device: HttpDevice
beforeAll(async () => {
  shop = await openShop()
  device = httpDevice(shop.server.app, shop.person)
})
afterAll(() => shop.server.close())

const deepText = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
const deep = (depth: number): unknown => JSON.parse(deepText(depth))
const LONE = 'half a smile \ud83d'
const send = async (url: string, payload: string, type = 'application/json') => {
  const headers = { ...shop.person.headers, 'content-type': type }
  return shop.server.app.inject({ method: 'POST', url: `/api${url}`, headers, payload })
}
const odd: [string, string][] = [
  ['too deep JSON', deepText(100_000)],
  ['JSON as deep as the database takes no more', deepText(7_000)],
  ['JSON a little too deep', deepText(40)],
  ['half a sign', JSON.stringify(LONE)],
  ['half a sign in a key', JSON.stringify({ [LONE]: 1 })],
]

describe('400 for', () => {
  it.each(odd)('%s in a preference', async (_, json) => {
    const answer = await send('/preferences/set', `{"key":"look","value":{"a":${json}}}`)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid'])
  })

  it.each(odd)('%s in a paste', async (_, json) => {
    const answer = await send('/list/source/paste', `{"items":[{"label":"Fair","note":${json}}]}`)
    expect(answer.statusCode).toBe(400)
  })

  it.each(odd)('%s in a record', async (_, json) => {
    const answer = await send('/customer', `{"name":${json},"phones":[{"number":"9876512345"}]}`)
    expect(answer.statusCode).toBe(400)
  })

  it.each([
    '0000-01-01T00:00:00.000Z~1',
    '2026-01-01T00:00:00.000Z~99999999999999999999999',
    '+275760-09-13T00:00:00.000Z~1',
    'Tue, 1 Jan 300000 00:00:00 GMT~1',
  ])('%s as a page of a timeline', async after => {
    const { id } = await shop.make('customer', { name: 'Asha', phones: [{ number: '9876512345' }] })
    const query = `customer=${id}&after=${encodeURIComponent(after)}`
    expect((await shop.ask('GET', `/customer/timeline?${query}`)).status).toBe(400)
  })

  it.each([
    `9999-99-99T99:99:99.999Z~${randomUUID()}`,
    `0000-01-01T00:00:00.000Z~${randomUUID()}`,
    `2026-01-01T00:00:00.000Z~${'-'.repeat(36)}`,
  ])('%s as a page of stuck work', async after => {
    expect((await shop.ask('GET', `/sync/stuck?after=${encodeURIComponent(after)}`)).status).toBe(400)
  })
})

it.each(['/customer', '/preferences/set', '/sync/push', '/auth/sign-in', '/list/source/paste'])(
  '415 for bytes on %s',
  async url => {
    expect((await send(url, 'bytes', 'application/octet-stream')).statusCode).toBe(415)
  },
)

describe('a change that waits, with', () => {
  it.each([
    ['too deep JSON', () => ({ name: deep(3_000) })],
    ['JSON a little too deep', () => ({ name: 'Asha', extra: deep(40) })],
    ['half a sign', () => ({ name: LONE, phones: [] })],
    ['half a sign in a key', () => ({ name: 'Asha', [LONE]: 1 })],
  ])('%s, has a verdict and holds up nothing else', async (_, args) => {
    const bad = device.op('customer.create', await device.newId(), args())
    const line = { id: await device.newId(), number: '9876512345', kind: 'mobile' }
    const good = device.op('customer.create', await device.newId(), { name: 'Asha', phones: [line] })
    const [first, second] = await device.push(bad, good)
    expect(first).toMatchObject({ mid: bad.mid, status: 'rejected', code: 'invalid' })
    expect(first!.message).toMatch(/^Something here .*\.$/)
    expect(second).toMatchObject({ status: 'applied' })
    // The same is said again, and nothing of it is left for anybody to decide about.
    expect(await device.push(bad)).toEqual([first])
    expect(await shop.sql('select status, intent from sync_mutation where mid = $1', [bad.mid])).toEqual([
      { status: 'rejected', intent: null },
    ])
    // Its author mends it.
    const mended = device.op('customer.create', bad.id, { name: 'Mended', phones: [line] }, { supersedes: bad.mid })
    const line2 = { ...line, id: await device.newId() }
    expect(await device.push({ ...mended, args: { name: 'Mended', phones: [line2] } })).toMatchObject([
      { status: 'applied' },
    ])
  })

  it('an odd base, is refused too', async () => {
    const { id, version } = await shop.make('customer', { name: 'Asha', phones: [{ number: '9876512345' }] })
    const base = { version, fields: { name: deep(1_000) } }
    expect(await device.push(device.op('customer.archive', id, {}, { base }))).toMatchObject([{ status: 'rejected' }])
    expect((await shop.read('customer', id)).archivedAt).toBeNull()
  })
})
