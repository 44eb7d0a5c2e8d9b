import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { serviceableCall, trackCall } from '#contract/calls/couriers.ts'
import { round } from '#server/couriers/rounds.ts'
import { openCourierShop } from '../support/courier-shop.ts'
import { signedIn } from '../support/server.ts'

let shop: Awaited<ReturnType<typeof openCourierShop>>
beforeAll(async () => {
  shop = await openCourierShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`update dispatch set archived_at = now() where archived_at is null`)
  await shop.sql('delete from courier_rest')
  tells([])
  shop.double.heard.length = 0
})

let count = 0
const onTheWay = async () => {
  const { id } = await shop.checked({ awb: `TR${Date.now()}${(count += 1)}` })
  return shop.take(id, 'label', 'handOver')
}
const tells = (events: object[]) => shop.double.answers('/api/track', { json: { events } })
const asked = () => shop.double.asked('/api/track').map(({ path }) => new URL(path, 'http://x').searchParams.get('awb'))
const later = () => shop.sql(`update parcel_watch set next_at = now() where next_at is not null`)
const rested = () => shop.sql(`update courier_rest set until = now()`)
const arrived = { at: '2026-03-02T04:30:00.000Z', kind: 'arrived', place: 'Mumbai', text: 'Hub' }

describe('parcels that are on their way', () => {
  test('are asked about, and what is told is written once', async () => {
    const { id, awb } = await onTheWay()
    tells([arrived, { ...arrived, place: ' mumbai', text: 'Again' }])
    await round(shop.means)
    expect(asked()).toEqual([awb])
    const first = await shop.one(id)
    expect(first.events).toMatchObject([arrived])
    // Not before it is time again, and what is known already is no change.
    await round(shop.means)
    await later()
    await round(shop.means)
    expect(asked()).toEqual([awb, awb])
    expect((await shop.one(id)).version).toBe(first.version)
    tells([{ ...arrived, place: 'Pune' }, arrived])
    await later()
    await round(shop.means)
    expect((await shop.one(id)).events.map(({ place }) => place)).toEqual(['Mumbai', 'Pune'])
  })

  /** It left two hours ago. */
  const sinceLong = async (id: number) => {
    await shop.sql(
      `update dispatch set handed_over_at = now() - interval '2 hours', created_at = now() - interval '3 hours'
       where id = $1`,
      [id],
    )
  }
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const deliveries = async (id: number) =>
    (await shop.sql(`select 1 from record_history where record_id = $1 and action = 'deliver'`, [id])).length

  // Case lateEvent.
  test('are delivered once and since the courier says, whatever it tells late and twice', async () => {
    const { id, items } = await onTheWay()
    await sinceLong(id)
    const delivered = { ...arrived, at: ago(60), kind: 'delivered' }
    const out = { ...arrived, at: ago(90), kind: 'outForDelivery' }
    tells([delivered])
    await round(shop.means)
    tells([delivered, out, delivered])
    await later()
    await round(shop.means)
    const first = await shop.one(id)
    expect(first).toMatchObject({ stage: 'delivered', deliveredAt: delivered.at })
    expect(await deliveries(id)).toBe(1)
    const device = await shop.read('unit', items[0]!.units[0]!)
    expect(device).toMatchObject({ stage: 'withCustomer', warrantyStart: expect.any(String) as unknown })
    expect(await shop.read('order', first.order!)).toMatchObject({ stage: 'delivered' })
  })

  test('keep what is told late where it belongs, and once', async () => {
    const { id } = await onTheWay()
    await sinceLong(id)
    const delivered = { ...arrived, at: ago(60), kind: 'delivered' }
    const out = { ...arrived, at: ago(90), kind: 'outForDelivery' }
    tells([delivered, out, delivered])
    await round(shop.means)
    const { events, stage } = await shop.one(id)
    expect(events.map(({ kind }) => kind)).toEqual(['outForDelivery', 'delivered'])
    expect(stage).toBe('delivered')
  })

  test('that turned back stay so, and what is told of a time before they left is of others', async () => {
    const [back, old] = [await onTheWay(), await onTheWay()]
    await sinceLong(back.id)
    await shop.take(back.id, 'turnBack')
    tells([{ ...arrived, at: ago(60), kind: 'delivered' }])
    await round(shop.means)
    expect((await shop.one(back.id)).stage).toBe('returning')
    // The other one left a moment ago.
    expect((await shop.one(old.id)).stage).toBe('handedOver')
  })

  test('keep what people noted', async () => {
    const { id } = await onTheWay()
    await shop.change('dispatch', id, { events: [{ ...arrived, kind: 'left' }] })
    tells([arrived])
    await round(shop.means)
    expect((await shop.one(id)).events.map(({ kind }) => kind)).toEqual(['left', 'arrived'])
  })

  test('are not asked about on where the courier has told the end, and are then delivered by people', async () => {
    const { id } = await onTheWay()
    tells([arrived, { ...arrived, kind: 'delivered' }])
    await round(shop.means)
    expect(await shop.one(id)).toMatchObject({ stage: 'handedOver', deliveredAt: null })
    await later()
    await round(shop.means)
    expect(asked()).toHaveLength(1)
    await shop.take(id, 'deliver')
    expect((await shop.one(id)).stage).toBe('delivered')
  })

  test('are asked about from when they are handed over until they are over, with a number and by the server’s couriers alone', async () => {
    await shop.checked({ awb: `NOT${Date.now()}` })
    const { id: gone } = await onTheWay()
    await shop.take(gone, 'deliver')
    const byHand = await shop.checked({ awb: `HAND${Date.now()}`, courier: shop.other })
    await shop.take(byHand.id, 'label', 'handOver')
    await round(shop.means)
    expect(asked()).toEqual([])
  })

  test('are asked about twenty at a time', async () => {
    const { id } = await onTheWay()
    const [{ names }] = (await shop.sql<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'dispatch' and column_name not in ('id', 'awb', 'searched')`,
    )) as [{ names: string }]
    await shop.sql(
      `insert into dispatch (id, awb, ${names}) select 800000000 + n, 'MANY' || n, ${names}
       from dispatch, generate_series(1, 24) n where id = $1`,
      [id],
    )
    await round(shop.means)
    expect(asked()).toHaveLength(20)
    await round(shop.means)
    expect(new Set(asked()).size).toBe(25)
  })

  test('are left alone for longer each time that the courier fails, and lose nothing by it', async () => {
    const [one, two] = [await onTheWay(), await onTheWay()]
    shop.double.answers('/api/track', { status: 503, json: {} })
    await round(shop.means)
    await round(shop.means)
    expect(asked()).toHaveLength(1)
    const rest = async () => {
      const [row] = await shop.sql<{ failures: number; minutes: number }>(
        `select failures, round(extract(epoch from until - now()) / 60)::int as minutes from courier_rest`,
      )
      return row
    }
    expect(await rest()).toEqual({ failures: 1, minutes: 1 })
    await rested()
    await round(shop.means)
    expect(await rest()).toEqual({ failures: 2, minutes: 2 })
    await shop.sql('update courier_rest set failures = 60')
    await later()
    await rested()
    await round(shop.means)
    expect(await rest()).toEqual({ failures: 61, minutes: 360 })
    tells([arrived])
    await later()
    await rested()
    await round(shop.means)
    expect(await rest()).toBeUndefined()
    for (const { id } of [one, two]) expect((await shop.one(id)).events).toHaveLength(1)
  })

  test('that the courier stumbles over hold up no other', async () => {
    const [bad, good] = [await onTheWay(), await onTheWay()]
    shop.double.answers('/api/track', ({ path }, reply) => {
      if (path.includes(bad.awb!)) reply.writeHead(500).end('{}')
      else reply.end(JSON.stringify({ events: [arrived] }))
    })
    await round(shop.means)
    await rested()
    await round(shop.means)
    expect((await shop.one(good.id)).events).toHaveLength(1)
  })

  test('that the courier does not know hold up no other', async () => {
    const [unknown, known] = [await onTheWay(), await onTheWay()]
    shop.double.answers('/api/track', ({ path }, reply) => {
      if (path.includes(unknown.awb!)) reply.writeHead(404).end('{}')
      else reply.end(JSON.stringify({ events: [arrived] }))
    })
    await round(shop.means)
    expect((await shop.one(known.id)).events).toHaveLength(1)
    await later()
    await round(shop.means)
    expect(asked().filter(awb => awb === unknown.awb)).toHaveLength(2)
  })
})

describe('who wants to know it now', () => {
  const track = async (awb: string, as = shop.person) =>
    (await shop.ask('POST', trackCall.path, { awb }, as)).body as unknown as { parcels: object[] }

  test('has the courier asked, at most once a minute, and reads what is known', async () => {
    const { id, awb } = await onTheWay()
    tells([arrived])
    const expected = { parcels: [{ dispatch: id, stage: 'handedOver', said: 'yes', reason: null, events: [arrived] }] }
    expect(await track(awb!.toLowerCase())).toMatchObject(expected)
    expect(await track(awb!)).toMatchObject(expected)
    expect(asked()).toHaveLength(1)
  })

  test('finds a number as it is printed, with blanks between its signs, and one that was kept so', async () => {
    const { id, awb } = await onTheWay()
    expect(await track(` ${awb!.slice(0, 4)} ${awb!.slice(4, 9)} ${awb!.slice(9)} `)).toMatchObject({
      parcels: [{ dispatch: id }],
    })
    const { awb: other } = await onTheWay()
    await shop.sql('update dispatch set awb = $2 where id = $1', [id, `X 12-${id} 9`])
    expect(await track(`x12${id}9`)).toMatchObject({ parcels: [{ dispatch: id }] })
    expect((await track(other!)).parcels).not.toMatchObject([{ dispatch: id }])
  })

  test('of a courier whose key nobody has kept hears so, and it is not asked', async () => {
    const { awb } = await onTheWay()
    const kept = await shop.sql<{ name: string; value: Buffer }>(
      `delete from server_secret where name like 'courier:%' returning *`,
    )
    onTestFinished(async () => {
      for (const { name, value } of kept)
        await shop.sql('insert into server_secret (name, value) values ($1, $2)', [name, value])
    })
    const reason = expect.stringMatching(/^No key is kept for this courier/)
    expect(await track(awb!)).toMatchObject({ parcels: [{ said: 'noKey', reason }] })
    const goes = await shop.ask('GET', `${serviceableCall.path}?pincode=400001`)
    expect(goes.body.answers).toMatchObject([{ is: 'noKey', reason }])
    const booked = await shop.book((await shop.checked()).id)
    expect([booked.status, booked.body.message]).toEqual([422, reason])
    await round(shop.means)
    expect(shop.double.heard).toEqual([])
  })

  test('reads what we know where the courier says nothing, or is worked with by hand', async () => {
    const { id, awb } = await onTheWay()
    await shop.change('dispatch', id, { events: [arrived] })
    shop.double.answers('/api/track', { status: 500, json: {} })
    expect(await track(awb!)).toMatchObject({ parcels: [{ said: 'unreachable', events: [arrived] }] })
    await shop.sql('update dispatch set courier = $2 where id = $1', [id, shop.other])
    expect(await track(awb!)).toMatchObject({ parcels: [{ said: 'byHand', events: [arrived] }] })
  })

  test('learns nothing of parcels that are not ours, or out of reach', async () => {
    const { awb } = await onTheWay()
    const own = await signedIn(shop.server, { permissions: ['202-a', '202-d'], scopes: { dispatch: 'own' } })
    expect([await track('FOREIGN1'), await track(awb!, own), await track(awb!, await signedIn(shop.server))]).toEqual([
      { parcels: [] },
      { parcels: [] },
      { parcels: [] },
    ])
    expect(asked()).toEqual([])
  })
})

test('whether couriers go somewhere is asked of each, and our own areas are told', async () => {
  const area = (await shop.ask('POST', '/list/area', { label: 'Fort', pincodes: '400001, 400 002' })).body.id
  const where = async (query: string) => (await shop.ask('GET', `${serviceableCall.path}?${query}`)).body
  shop.double.answers('/api/serviceable', { json: { serviceable: false, reason: 'Flooded' } })
  expect(await where('pincode=400001')).toEqual({
    answers: [{ courier: shop.courier, is: 'unserviceable', reason: 'Flooded', services: [] }],
    areas: [area],
  })
  // As people write it.
  for (const written of ['400 001', '४००००१']) {
    expect((await where(`pincode=${encodeURIComponent(written)}`)).areas).toEqual([area])
    expect(shop.double.asked('/api/serviceable').at(-1)!.path).toContain('pincode=400001')
  }
  // As it was written into the list.
  expect((await where('pincode=400002')).areas).toEqual([area])
  for (const wrong of ['40000', '080009', '4000011'])
    expect(await shop.ask('GET', `${serviceableCall.path}?pincode=${wrong}`)).toMatchObject({
      status: 400,
      body: { fields: { pincode: 'A PIN code has six digits, and does not begin with 0.' } },
    })
  expect(await where(`pincode=999999&courier=${shop.other}`)).toMatchObject({ answers: [{ is: 'byHand' }], areas: [] })
})
