import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Parcel } from '#server/couriers/courier.ts'
import { httpCourier } from '#server/couriers/http.ts'
import { manualCourier } from '#server/couriers/manual.ts'
import { isPublic, publicLookup } from '#server/couriers/public-address.ts'
import { mayAsk } from '#server/couriers/request.ts'
import { startCourier, type CourierDouble } from '../support/courier-double.ts'

const KEY = 'canary-key-of-the-courier'
const PATIENCE = 400

let double: CourierDouble
beforeEach(async () => {
  double = await startCourier()
})
afterEach(() => double.close())

type Given = { key?: string | null; keyIn?: 'bearer' | 'apiKey'; allowed?: boolean }
const courier = ({ key = KEY, keyIn = 'bearer', allowed = true }: Given = {}) =>
  httpCourier(
    { address: `${double.origin}/api`, key, keyIn },
    { allowed: allowed ? [double.origin] : [], patience: PATIENCE },
  )
const parcel: Parcel = {
  key: '0b9b1f2e-6f0e-4c55-8a53-4a4e0a0f1c11',
  reference: 'DSP-1',
  to: {
    name: 'Asha Rao',
    phone: '+919876543210',
    address: '12, MG Road',
    pincode: '560001',
    area: null,
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
  },
  parcels: [{ length: 20, width: 10, height: 10, weight: 800 }],
  pieces: 1,
  service: null,
  declaredValue: 100_000,
  codAmount: 50_000,
}
const all = (one = courier()) =>
  Promise.all([
    one.serviceable('560001'),
    one.book(parcel),
    one.cancel({ key: parcel.key, booking: 'B-1' }),
    one.track('AWB1'),
  ])
const paths = ['/api/serviceable', '/api/bookings', '/api/bookings/cancel', '/api/track']

describe('a courier that answers', () => {
  test('says where it goes, books, cancels, and tells where a parcel is', async () => {
    double.answers('/api/track', {
      json: {
        events: [
          { at: '2026-03-02T10:00:00+05:30', kind: 'arrived', place: ' Hub\nMumbai ', text: '' },
          { at: '2026-03-02T08:00:00Z', kind: 'sneezed', text: 'Sneezed' },
        ],
      },
    })
    expect(await all()).toEqual([
      { is: 'yes', services: ['Surface'] },
      { is: 'yes', booking: 'B-1', awb: 'AWB1', service: 'Surface', routing: 'BOM/7' },
      { is: 'yes' },
      {
        is: 'yes',
        events: [
          { at: '2026-03-02T04:30:00.000Z', kind: 'arrived', place: 'Hub Mumbai', text: null },
          { at: '2026-03-02T08:00:00.000Z', kind: 'other', place: null, text: 'Sneezed' },
        ],
      },
    ])
    expect(double.asked('/api/bookings')[0]!.body).toEqual(parcel)
    expect(double.asked('/api/bookings')[0]!.headers['idempotency-key']).toBe(parcel.key)
    expect(double.asked('/api/serviceable')[0]!.path).toBe('/api/serviceable?pincode=560001')
  })

  test('is shown the key in the header that it wants, and nowhere else', async () => {
    await all()
    await all(courier({ keyIn: 'apiKey' }))
    const keys = double.heard.map(({ headers }) => headers.authorization ?? headers['x-api-key'])
    for (const sent of [`Bearer ${KEY}`, KEY]) expect(keys.filter(key => key === sent)).toHaveLength(4)
    expect(keys).toHaveLength(8)
    expect(JSON.stringify(double.heard.map(({ path, body }) => [path, body]))).not.toContain(KEY)
  })

  test('refuses with its reason, or says that it does not go there', async () => {
    double.answers('/api/bookings', { status: 422, json: { reason: 'Too heavy' } })
    double.answers('/api/serviceable', { json: { serviceable: false, reason: 'Flooded' } })
    expect(await courier().book(parcel)).toEqual({ is: 'refused', reason: 'Too heavy' })
    expect(await courier().serviceable('560001')).toEqual({ is: 'unserviceable', reason: 'Flooded' })
    double.answers('/api/bookings', { status: 422, json: { unserviceable: true } })
    expect(await courier().book(parcel)).toEqual({ is: 'unserviceable', reason: null })
  })

  test('is not waited for where it wants to speak another protocol', async () => {
    double.answers('/api/serviceable', (_, reply) =>
      reply.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end(),
    )
    expect(await courier().serviceable('560001')).toEqual({ is: 'notUnderstood' })
  })

  test('need not know a booking that we never heard of either', async () => {
    double.answers('/api/bookings/cancel', { status: 404, json: {} })
    expect(await courier().cancel({ key: parcel.key, booking: null })).toEqual({ is: 'yes' })
    expect(await courier().cancel({ key: parcel.key, booking: 'B-9' })).toMatchObject({ is: 'refused', unknown: true })
  })
})

describe('a courier that does not work', () => {
  test.each([
    ['takes no key', { status: 401, json: {} }, { is: 'refused', ofKey: true }],
    ['is broken', { status: 500, json: { reason: 'secret stack' } }, { is: 'unreachable' }],
    ['wants us to wait', { status: 429, json: {} }, { is: 'unreachable' }],
    ['says something else', { json: { hello: 'world' } }, { is: 'notUnderstood' }],
    ['refuses without a word', { status: 400, json: ['?'] }, { is: 'notUnderstood' }],
  ] as const)('%s', async (_, answer, expected) => {
    for (const path of paths) double.answers(path, answer)
    for (const said of await all()) expect(said).toMatchObject(expected)
  })

  test('talks nonsense', async () => {
    for (const path of paths) double.answers(path, (_, reply) => reply.end('<html>Welcome</html>'))
    for (const said of await all()) expect(said).toEqual({ is: 'notUnderstood' })
  })

  test('talks without an end', async () => {
    for (const path of paths) double.answers(path, (_, reply) => reply.end(`"${'x'.repeat(300_000)}"`))
    for (const said of await all()) expect(said).toEqual({ is: 'notUnderstood' })
  })

  test('cuts itself off', async () => {
    for (const path of paths)
      double.answers(path, (_, reply) => {
        reply.writeHead(200, { 'content-length': '1000' })
        reply.write('{"serviceable"', () => reply.destroy())
      })
    for (const said of await all()) expect(said).toEqual({ is: 'unreachable' })
  })

  test('is slow, also after it has begun: nobody waits for longer than the patience', async () => {
    for (const path of paths)
      double.answers(path, (_, reply) => {
        reply.writeHead(200)
        const drip = setInterval(() => reply.write(' '), 50)
        reply.on('close', () => clearInterval(drip))
      })
    const began = Date.now()
    for (const said of await all()) expect(said).toEqual({ is: 'slow' })
    expect(Date.now() - began).toBeLessThan(10 * PATIENCE)
  })

  test('is down', async () => {
    const one = courier()
    await double.close()
    for (const said of await all(one)) expect(said).toEqual({ is: 'unreachable' })
    double = await startCourier()
  })

  test('sends us elsewhere: nobody goes there, and the key stays', async () => {
    const other = await startCourier()
    for (const path of paths)
      double.answers(path, (_, reply) => reply.writeHead(307, { location: other.origin + path }).end('{}'))
    for (const said of await all()) expect(said).toEqual({ is: 'notUnderstood' })
    expect(other.heard).toEqual([])
    await other.close()
  })
})

describe('where the server may ask', () => {
  test('is not on this machine, unless whoever runs it said so', async () => {
    for (const said of await all(courier({ allowed: false }))) expect(said).toEqual({ is: 'unreachable' })
    expect(double.heard).toEqual([])
  })

  test.each([
    'http://courier.example/api',
    'https://127.0.0.1/api',
    'https://2130706433/api',
    'https://10.1.2.3/api',
    'https://169.254.169.254/latest',
    'https://[::1]/api',
    'https://[::ffff:10.0.0.1]/api',
    'https://[fd00::1]/api',
    'https://key:word@courier.example/api',
    'ftp://courier.example/api',
  ])('is not %s', address => expect(mayAsk(new URL(address), [])).toBe(false))

  test.each(['https://courier.example/api', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])('is %s', address =>
    expect(mayAsk(new URL(address), [])).toBe(true),
  )

  test('knows what is public', () => {
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublic)).toEqual([true, true])
    expect(['192.168.1.1', '100.64.0.1', 'fe80::1', '::', '64:ff9b::a00:1', '2002:a00:1::'].some(isPublic)).toBe(false)
  })

  test('is not where a good name leads to this machine', async () => {
    const found = await new Promise<unknown>(resolve =>
      publicLookup('localhost', { all: true }, (error, addresses) => resolve(error?.code ?? addresses)),
    )
    expect(found).toBe('ENOTPUBLIC')
  })
})

test('a courier that is worked with by hand is never called', async () => {
  for (const said of await all(manualCourier)) expect(said).toEqual({ is: 'byHand' })
})
