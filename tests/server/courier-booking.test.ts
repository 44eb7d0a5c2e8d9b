import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bookingAskedCall } from '#contract/calls/couriers.ts'
import { round } from '#server/couriers/rounds.ts'
import { openCourierShop } from '../support/courier-shop.ts'
import { signedIn } from '../support/server.ts'

let shop: Awaited<ReturnType<typeof openCourierShop>>
beforeAll(async () => {
  shop = await openCourierShop()
})
afterAll(() => shop.close())

let count = 0
/** What it does well: every key is one booking. */
const well = () => {
  const nr = new Map<string, number>()
  shop.double.answers('/api/bookings', ({ headers }, reply) => {
    const key = headers['idempotency-key'] as string
    if (!nr.has(key)) nr.set(key, (count += 1))
    reply.end(
      JSON.stringify({ booking: `B-${nr.get(key)}`, awb: `MR${nr.get(key)}`, service: 'Air', routing: 'BOM/7' }),
    )
  })
  shop.double.answers('/api/bookings/cancel', { json: { cancelled: true } })
  return nr
}
beforeEach(async () => {
  well()
  shop.double.heard.length = 0
})
const asked = () => shop.double.asked('/api/bookings')
const state = async (id: number) =>
  (await shop.sql<{ state: string }>('select state from courier_booking where dispatch = $1', [id]))[0]?.state

describe('a booking', () => {
  test('brings the number and what belongs on the label, as a deed of who pressed', async () => {
    const { id, number } = await shop.checked()
    expect(await shop.book(id)).toEqual({ status: 200, body: { awb: `MR${count}` } })
    expect(await shop.one(id)).toMatchObject({
      awb: `MR${count}`,
      booking: `B-${count}`,
      routing: 'BOM/7',
      service: 'Air',
      bookedAt: expect.any(String),
      updatedBy: shop.person.userId,
    })
    expect(asked()[0]!.body).toMatchObject({
      reference: number,
      to: { name: 'Asha Rao', pincode: '560001', address: '12, MG Road' },
      declaredValue: 100_000,
      pieces: 1,
    })
  })

  // Case longAddress.
  test('and a label are refused where the courier would cut a line off, with the line and its length', async () => {
    const limit = (most: number | null) =>
      shop.sql(`update list_item set extra = jsonb_set(extra, '{lineLimit}', $2) where id = $1`, [
        shop.courier,
        JSON.stringify(most),
      ])
    onTestFinished(async () => void (await limit(null)))
    await limit(10)
    const { id } = await shop.checked({ name: 'Asha Rao' })
    const address = 'Line 1 has 11 signs, Shree Maruti takes 10 in a line. Begin a new line before that.'
    expect(await shop.book(id)).toMatchObject({ status: 400, body: { fields: { address } } })
    expect(asked()).toEqual([])
    const label = () => shop.ask('POST', `/dispatch/${id}/label`, {})
    expect(await label()).toMatchObject({ status: 400, body: { fields: { address } } })
    expect((await shop.change('dispatch', id, { address: '12,\nMG Road' })).status).toBe(200)
    expect((await label()).status).toBe(200)
  })

  test('is made once, however often and at whatever moment it is asked for', async () => {
    const { id } = await shop.checked()
    let go: () => void = () => {}
    const nr = well()
    const wait = new Promise<void>(resolve => (go = resolve))
    shop.double.answers('/api/bookings', ({ headers }, reply) => {
      nr.set(headers['idempotency-key'] as string, 1)
      void wait.then(() => reply.end(JSON.stringify({ booking: 'B-ONCE', awb: `ONCE-${id}` })))
    })
    const first = shop.book(id)
    await expect.poll(() => asked().length).toBe(1)
    expect(await shop.book(id)).toMatchObject({ status: 422, body: { code: 'not-now' } })
    go()
    expect((await first).body).toEqual({ awb: `ONCE-${id}` })
    expect((await shop.book(id)).body).toEqual({ awb: `ONCE-${id}` })
    expect([asked().length, nr.size]).toEqual([1, 1])
  })

  // Case slowBooking.
  test('that the courier answers too late is told with its time, and found again by whoever asks once more', async () => {
    const { id } = await shop.checked()
    const since = async () => (await shop.ask('GET', `${bookingAskedCall.path}?dispatch=${id}`)).body.since
    expect(await since()).toBeNull()
    const nr = well()
    // It books, and the answer is lost on the way.
    shop.double.answers('/api/bookings', ({ headers }, reply) => {
      nr.set(headers['idempotency-key'] as string, 1)
      reply.destroy()
    })
    const before = Date.now()
    expect(await shop.book(id)).toMatchObject({ status: 422 })
    expect(Date.parse((await since()) as string)).toBeGreaterThanOrEqual(before - 1_000)
    shop.double.answers('/api/bookings', ({ headers }, reply) => {
      const key = headers['idempotency-key'] as string
      reply.end(JSON.stringify({ booking: 'B-1', awb: nr.has(key) ? 'SLOW-1' : 'SLOW-2' }))
    })
    expect((await shop.book(id)).body).toEqual({ awb: 'SLOW-1' })
    expect([nr.size, await since()]).toEqual([1, null])
  })

  test.each([
    ['is broken', 500],
    ['says nothing that is understood', 200],
  ])('is asked for under the same key where the courier %s', async (_, status) => {
    const { id } = await shop.checked()
    shop.double.answers('/api/bookings', { status, json: {} })
    expect(await shop.book(id)).toMatchObject({ status: 422, body: { code: 'not-now' } })
    expect(await state(id)).toBe('asked')
    well()
    expect((await shop.book(id)).status).toBe(200)
    const [first, second] = asked().map(({ headers }) => headers['idempotency-key'])
    expect(second).toBe(first)
  })

  test('that is refused says why, and the next one is another', async () => {
    const { id } = await shop.checked()
    shop.double.answers('/api/bookings', { status: 422, json: { reason: 'Too heavy for us' } })
    expect((await shop.book(id)).body.message).toBe('Too heavy for us')
    well()
    expect((await shop.book(id)).status).toBe(200)
    const [first, second] = asked().map(({ headers }) => headers['idempotency-key'])
    expect(second).not.toBe(first)
  })

  test.each([
    ['cancelled', { booking: 'B-0', awb: 'MR0', cancelled: true }, 'Book it again, or choose another courier.'],
    [
      'of that status',
      { booking: 'B-0', awb: 'MR0', status: 'CANCELLED' },
      'Book it again, or choose another courier.',
    ],
    ['without a number', { status: 'canceled', reason: 'No van today' }, 'It says: No van today'],
  ])('that is cancelled in the answer is none, although the answer is a good one: %s', async (_, json, why) => {
    const { id } = await shop.checked()
    shop.double.answers('/api/bookings', { json })
    const said = `The courier cancelled this booking as soon as it was made. ${why}`
    expect(await shop.book(id)).toMatchObject({ status: 422, body: { message: said } })
    expect([await shop.one(id), await state(id)]).toMatchObject([{ awb: null, bookedAt: null }, 'refused'])
    // Under its key the courier would answer the same once more.
    well()
    expect((await shop.book(id)).status).toBe(200)
    const [first, second] = asked().map(({ headers }) => headers['idempotency-key'])
    expect(second).not.toBe(first)
  })

  test('that was answered, and not written, is written with the next press or by itself, and not asked for again', async () => {
    for (const finish of ['press', 'round']) {
      const { id } = await shop.checked()
      await shop.book(id)
      const { awb } = await shop.one(id)
      // As if the server had ended between the courier's answer and our write.
      await shop.sql(`update dispatch set awb = null, booked_at = null, booking = null, routing = null where id = $1`, [
        id,
      ])
      await shop.sql(
        `update courier_booking set state = 'booked', at = now() - interval '2 minutes' where dispatch = $1`,
        [id],
      )
      shop.double.heard.length = 0
      if (finish === 'press') expect((await shop.book(id)).body).toEqual({ awb })
      else await round(shop.means)
      expect([await shop.one(id), asked()], finish).toMatchObject([{ awb, bookedAt: expect.any(String) }, []])
    }
  })

  test('needs a parcel that is checked and has not left, a courier that is asked, and no number yet', async () => {
    const draft = await shop.dispatched(await shop.confirmed(1), 1, [], { courier: shop.courier })
    const byHand = await shop.checked({ courier: shop.other })
    const numbered = await shop.checked({ awb: `TYPED-${Date.now()}` })
    const nameless = await shop.checked({ courier: null })
    for (const { id } of [draft, byHand, numbered, nameless]) expect((await shop.book(id)).status).toBe(422)
    expect(asked()).toEqual([])
  })

  test('is nobody’s who may not dispatch, or who does not see the parcel', async () => {
    const { id } = await shop.checked()
    const reader = await signedIn(shop.server, { permissions: ['202-a', '202-d'] })
    expect((await shop.book(id, reader)).status).toBe(403)
    const own = await signedIn(shop.server, {
      permissions: ['202-a', '202-c', '202-d', '202-e', '202-f'],
      scopes: { dispatch: 'own' },
    })
    expect((await shop.book(id, own)).status).toBe(404)
    expect((await shop.cancelBooking(id, own)).status).toBe(404)
    expect(shop.double.heard).toEqual([])
  })
})

describe('what is booked', () => {
  test('keeps its number, courier and address until the booking is cancelled', async () => {
    const { id } = await shop.checked()
    await shop.book(id)
    for (const [field, value] of [
      ['awb', 'OTHER-1'],
      ['courier', shop.other],
      ['pincode', '400001'],
    ] as const) {
      const { status, body } = await shop.change('dispatch', id, { [field]: value })
      expect([status, Object.keys(body.fields ?? {})], field).toEqual([400, [field]])
    }
    const cancelled = await shop.ask('POST', `/dispatch/${id}/cancel`)
    expect(cancelled.body.message).toBe('It is booked with the courier. Cancel the booking first.')
    expect((await shop.cancelBooking(id)).status).toBe(200)
    expect(shop.double.asked('/api/bookings/cancel')[0]!.body).toMatchObject({ booking: `B-${count}` })
    expect(await shop.one(id)).toMatchObject({ awb: null, booking: null, routing: null, bookedAt: null })
    expect((await shop.change('dispatch', id, { pincode: '400001' })).status).toBe(200)
    await shop.book(id)
    expect((await shop.one(id)).awb).toBe(`MR${count}`)
  })

  test('stays booked where the courier does not take it back, and after it has left', async () => {
    const { id } = await shop.checked()
    await shop.book(id)
    shop.double.answers('/api/bookings/cancel', { status: 409, json: { reason: 'Picked up already' } })
    expect((await shop.cancelBooking(id)).body.message).toBe('Picked up already')
    expect((await shop.one(id)).awb).toBe(`MR${count}`)
    await shop.take(id, 'label', 'handOver')
    shop.double.heard.length = 0
    expect((await shop.cancelBooking(id)).status).toBe(422)
    expect(shop.double.heard).toEqual([])
  })

  test('may have been booked although nobody heard: of a parcel that is cancelled then, it is taken back by itself', async () => {
    const { id } = await shop.checked()
    shop.double.answers('/api/bookings', (_, reply) => reply.destroy())
    await shop.book(id)
    await shop.move('dispatch', id, 'cancel')
    await shop.sql(`update courier_booking set at = now() - interval '2 hours' where dispatch = $1`, [id])
    await round(shop.means)
    const key = asked()[0]!.headers['idempotency-key']
    expect(shop.double.asked('/api/bookings/cancel').map(({ body }) => body)).toEqual([{ key, booking: null }])
    expect(await state(id)).toBe('cancelled')
  })

  test('that a cancelled parcel still has is taken back, also where the answer came too late to be written', async () => {
    const { id } = await shop.checked()
    await shop.book(id)
    await shop.sql(
      `update dispatch set booked_at = null, awb = null, booking = null, stage = 'cancelled' where id = $1`,
      [id],
    )
    await shop.sql(`update courier_booking set state = 'booked', at = now() - interval '2 hours' where dispatch = $1`, [
      id,
    ])
    await round(shop.means)
    expect(await state(id)).toBe('cancelled')
  })

  test.each([[401], [404], [409]])(
    'that nobody heard of is not given up for an answer of %i: the next one has its key',
    async status => {
      const { id } = await shop.checked()
      shop.double.answers('/api/bookings', (_, reply) => reply.destroy())
      await shop.book(id)
      shop.double.answers('/api/bookings', { status, json: { reason: 'In progress' } })
      await shop.book(id)
      expect(await state(id)).toBe('asked')
      well()
      await shop.book(id)
      expect(new Set(asked().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    },
  )
})
