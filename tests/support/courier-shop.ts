import { bookCall, cancelBookingCall } from '#contract/calls/couriers.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import type { Means } from '#server/couriers/book.ts'
import { keyOf } from '#server/couriers/named.ts'
import { writeSecret } from '#server/lib/server-secrets.ts'
import { register } from '#contract/register.ts'
import { openRecords } from '#server/crud/records.ts'
import { writerFor } from '#server/seed/seed.ts'
import { startCourier } from './courier-double.ts'
import { openPackingShop } from './dispatching.ts'

/** A shop that packs and has a courier that the server asks, which is ours and does as it is told. */
export async function openCourierShop() {
  const double = await startCourier()
  const shop = await openPackingShop({ env: { courierOrigins: [double.origin] } })
  const courier = (await shop.ask('POST', '/list/courier', { label: 'Shree Maruti', maruti: true })).body.id
  const other = (await shop.ask('POST', '/list/courier', { label: 'Own staff' })).body.id
  const [setting] = await shop.sql<{ id: number }>('select id from general_setting')
  const named = await shop.change('generalSetting', setting!.id, {
    couriers: [{ courier, address: `${double.origin}/api` }],
  })
  if (named.status !== 200) throw new Error(JSON.stringify(named.body))
  const { database } = shop.server
  await writeSecret(database.pool, keyOf((named.body.couriers as { id: number }[])[0]!), 'our-key')
  const means: Means = {
    pool: database.pool,
    written: { store: openRecords(database), writer: writerFor(register) },
    bounds: { allowed: [double.origin], patience: 1_000 },
  }
  const one = async (id: number) => (await shop.read('dispatch', id)) as unknown as Dispatch
  return {
    ...shop,
    double,
    courier,
    other,
    means,
    one,
    /** A parcel of one device that is checked, with the courier chosen. */
    async checked(more: object = {}): Promise<Dispatch> {
      const [device] = await shop.stock(1)
      const sale = await shop.confirmed(1, { pincode: '560001', address: '12, MG Road' })
      const { id } = await shop.dispatched(sale, 1, [device!.id], { courier, ...more })
      return shop.take(id, 'pack', 'check')
    },
    book: (id: number, as = shop.person) => shop.ask('POST', bookCall.path, { dispatch: id }, as),
    cancelBooking: (id: number, as = shop.person) => shop.ask('POST', cancelBookingCall.path, { dispatch: id }, as),
    async close() {
      await shop.server.close()
      await double.close()
    },
  }
}
