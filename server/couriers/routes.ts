import {
  bookCall,
  bookingAskedCall,
  cancelBookingCall,
  courierKeyCall,
  courierKeysCall,
  servedCouriersCall,
  serviceableCall,
  trackCall,
} from '#contract/calls/couriers.ts'
import { isPincode } from '#contract/pincode.ts'
import { problem } from '#contract/problem.ts'
import type { Written } from '#server/crud/routes.ts'
import { answer } from '#server/lib/answer.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App, Services } from '#server/lib/http.ts'
import { writeSecret } from '#server/lib/server-secrets.ts'
import { inTransaction, runOn } from '#server/lib/transaction.ts'
import { askedSince, bookDispatch, type Means } from './book.ts'
import { cancelBooking } from './cancel.ts'
import { namedCouriers, PATIENCE } from './find.ts'
import { keyOf, refuseCourierKey } from './named.ts'
import { openCourierRounds } from './rounds.ts'
import { areasWith, askServiceable } from './serviceable.ts'
import { trackNow } from './track-now.ts'

/** What couriers are asked: their keys, whether they go there, bookings, and where parcels are. */
export function courierRoutes(api: App, { database: { pool }, env }: Services, written: Written): void {
  const means: Means = { pool, written, bounds: { allowed: env.courierOrigins, patience: PATIENCE } }
  const rounds = openCourierRounds(means, (error, message) => api.log.warn({ err: error }, message))
  api.addHook('onClose', () => rounds.close())

  answer(api, courierKeysCall, async () => {
    const { rows } = await pool.query<{ name: string }>(`select name from server_secret where name like 'courier:%'`)
    const kept = new Set(rows.map(({ name }) => name))
    const lines = (await namedCouriers(pool)).filter(named => kept.has(keyOf(named)))
    return { lines: lines.map(({ id }) => id) }
  })

  answer(api, courierKeyCall, async ({ line, key }, request) => {
    refuseCourierKey(request.actor)
    const kind = key === null ? 'courier-key-removed' : 'courier-key-set'
    const { id: actor, username: subject } = request.person
    await inTransaction(pool, async client => {
      // Held, so that nobody gives the courier another address meanwhile.
      const { rows } = await client.query<{ named: object | null }>(
        `select (select one from jsonb_array_elements(couriers) one where one -> 'id' = to_jsonb($1::int8)) as named
         from general_setting for share`,
        [line],
      )
      if (!rows[0]?.named) throw problem('not-found', 'This courier is not named any more.')
      await writeSecret(client, keyOf({ id: line }), key)
      await audit(client, { kind, actor, subject, ...whereFrom(request), details: { line } })
    })
    return {}
  })

  answer(api, servedCouriersCall, async () => ({
    couriers: (await namedCouriers(pool)).map(({ courier }) => courier),
  }))

  answer(api, serviceableCall, async ({ pincode, courier }) => {
    const none = 'A PIN code has six digits, and does not begin with 0.'
    if (!isPincode(pincode)) throw problem('invalid', none, { fields: { pincode: none } })
    return { answers: await askServiceable(means, pincode, courier), areas: await areasWith(pool, pincode) }
  })

  answer(api, bookCall, async ({ dispatch }, { actor, id }) => ({
    awb: await bookDispatch(means, actor, { actor: actor.id, request: id }, dispatch),
  }))

  answer(api, bookingAskedCall, async ({ dispatch }, { actor }) => ({
    since: await askedSince(runOn(pool), actor, dispatch),
  }))

  answer(api, cancelBookingCall, async ({ dispatch }, { actor, id }) => {
    await cancelBooking(means, actor, { actor: actor.id, request: id }, dispatch)
    return {}
  })

  answer(api, trackCall, async ({ awb }, { actor }) => ({ parcels: await trackNow(means, actor, awb) }))
}
