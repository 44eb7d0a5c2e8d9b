import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import type { scanCall } from '#contract/calls/scan.ts'
import { tableOf, type Row } from '#contract/module.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { allPermissions } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { permission } from '#contract/rules.ts'
import { scannedFields } from '#contract/scan/scanned-fields.ts'
import { shortCode } from '#contract/short-code.ts'
import { sortKey } from '#server/crud/list-sql.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'

let server: TestApp
let everybody: SignedIn
let goods: Row
let device: Row
let old: Row

const call = async (person: SignedIn, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const answer = await server.app.inject({
    method,
    url: `/api${url}`,
    headers: person.headers,
    ...(payload ? { payload } : {}),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<unknown>()
}
const scan = async (text: string, person = everybody) =>
  (await call(person, 'GET', `/scan?text=${encodeURIComponent(text)}`)) as AnswerOf<typeof scanCall>

beforeAll(async () => {
  server = await startApp()
  everybody = await signedIn(server, { permissions: allPermissions })
  goods = (await call(everybody, 'POST', '/product', { sku: 'SCAN-SKU-1', name: 'Scanned dryer', price: 100 })) as Row
  const make = (serial: string) => call(everybody, 'POST', '/unit', { serial, product: goods.id }) as Promise<Row>
  device = await make('SCN24-118219')
  await make('0042')
  old = await make('SCN24-999999')
  await call(everybody, 'DELETE', `/unit/${old.id}?version=${old.version}`)
  await call(everybody, 'POST', '/part', { code: 'SCAN-PART', name: 'Scanned belt', barcode: '9504000059101' })
})
afterAll(() => server.close())

describe('a scan that is asked of the server', () => {
  it('is found by serial number, goods, bar code and label, whatever the case', async () => {
    expect(await scan('scn24-118219')).toMatchObject({
      hits: [{ module: unit.name, id: device.id, title: 'SCN24-118219', field: 'serial', archived: false }],
      denied: [],
    })
    expect((await scan('SCAN-SKU-1')).hits).toMatchObject([{ module: product.name, id: goods.id }])
    expect((await scan(']d20109504000059101')).hits).toMatchObject([{ module: part.name, field: 'barcode' }])
    const label = `https://old-name.example/s/${shortCode(unit, device.id)}`
    expect((await scan(label)).hits).toMatchObject([{ module: unit.name, id: device.id, field: null }])
  })

  it('is a question where it is only similar, and says what was put away', async () => {
    expect(await scan('42')).toMatchObject({ hits: [], similar: [{ code: '0042' }] })
    expect(await scan('SCN24-118210')).toMatchObject({ hits: [], similar: [{ id: device.id }] })
    expect((await scan('SCN24-999999')).hits).toMatchObject([{ id: old.id, archived: true }])
    expect(await scan('NEVER-HEARD-OF')).toEqual({ hits: [], how: 'asIs', denied: [], similar: [] })
  })

  it('says to whoever may not see it that there is one, and nothing of it', async () => {
    const nobody = await signedIn(server, { permissions: [permission(product, 'list')] })
    expect(await scan('SCN24-118219', nobody)).toEqual({ hits: [], how: 'asIs', denied: ['unit'], similar: [] })
    expect(await scan('SCAN-SKU-1', nobody)).toMatchObject({ hits: [{ id: goods.id }], denied: [] })
    // What is only similar to it says nothing at all.
    expect(await scan('SCN24-118210', nobody)).toEqual({ hits: [], how: 'asIs', denied: [], similar: [] })
    expect(await scan(shortCode(unit, device.id), nobody)).toMatchObject({ hits: [], denied: ['unit'] })
  })

  it('follows no address of others', async () => {
    expect(await scan('https://id.gs1.org/01/09504000059101')).toMatchObject({ hits: [], similar: [] })
  })

  it('is answered for a device that was repaired, and not for each of its jobs', async () => {
    const customer = { name: 'Asha', phone: '+919812345678' }
    const job = () => call(everybody, 'POST', '/maintenance', { ...customer, unit: device.id }) as Promise<Row>
    const [first, second] = [await job(), await job()]
    expect(first.serial).toBe('SCN24-118219')
    expect((await scan(String(first.number).toLowerCase())).hits).toMatchObject([
      { module: maintenance.name, id: first.id, field: 'number' },
    ])
    expect((await scan('SCN24-118219')).hits).toMatchObject([{ module: unit.name, id: device.id }])
    // Who sees jobs and no devices gets those that are open.
    const technician = await signedIn(server, { permissions: [permission(maintenance, 'list')] })
    const both = (await scan('SCN24-118219', technician)).hits.map(({ id }) => id)
    expect(new Set(both)).toEqual(new Set([first.id, second.id]))
    await call(everybody, 'POST', `/maintenance/${first.id}/cancel`, { cancelReason: 'Twice' })
    expect((await scan('SCN24-118219', technician)).hits).toMatchObject([{ module: maintenance.name, id: second.id }])
    // The device of somebody else has its number from the job alone.
    const theirs = (await call(everybody, 'POST', '/maintenance', {
      ...customer,
      product: goods.id,
      serial: 'THEIRS-1',
    })) as Row
    expect((await scan('THEIRS-1')).hits).toMatchObject([{ module: maintenance.name, id: theirs.id, field: 'serial' }])
  })

  it.each(
    Object.values(register).flatMap(module =>
      scannedFields(module).map(field => [`${module.name}.${field}`, module, field] as const),
    ),
  )('is found along an index: %s', async (_, module, field) => {
    const found = `select id from ${tableOf(module)} where ${sortKey(field, 'text')} = any($1::text[]) limit 20`
    const client = await server.database.pool.connect()
    try {
      // A table without rows is read as a whole, unless that is not to be had.
      await client.query('begin; set local enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${found}`, [['a', 'b']])
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index Cond:/)
      expect(plan).not.toMatch(/Filter:|Seq Scan/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
