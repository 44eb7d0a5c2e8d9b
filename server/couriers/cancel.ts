import type { Actor } from '#contract/actor.ts'
import { stillHere } from '#contract/modules/stock/dispatch-left.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { problem } from '#contract/problem.ts'
import { byServer, type Author } from '#server/crud/by-server.ts'
import type { Tx } from '#server/crud/store.ts'
import { toChange } from '#server/flows/to-change.ts'
import { bookingOf, isOpen, type Booking } from './booked.ts'
import { BUSY, busyNow, dispatchInReach, type Means } from './book.ts'
import { findCourier } from './find.ts'
import { asProblem } from './said.ts'

/** Takes the booking of a dispatch back, and its number with it. Of a courier that is asked by hand now, people have to. */
export async function cancelBooking(means: Means, actor: Actor | null, author: Author, id: number): Promise<void> {
  const { pool, written } = means
  const { courier, key, answer } = await written.store.transaction(tx => begin(tx, actor, id))
  const said = await (await findCourier(means, courier)).cancel({ key, booking: answer?.booking ?? null })
  if (said.is !== 'yes' && said.is !== 'byHand') {
    await pool.query('update courier_booking set busy_until = null where dispatch = $1 and key = $2', [id, key])
    throw asProblem(said)
  }
  await byServer(written, author, async ({ tx, update }) => {
    const row = await toChange(tx, dispatch, id)
    const kept = await bookingOf(tx, id)
    if (!row || kept?.key !== key || !isOpen(kept)) return
    if (row.bookedAt) await update(dispatch, row, { awb: null, booking: null, routing: null, bookedAt: null })
    await tx.also(`update courier_booking set state = 'cancelled', busy_until = null where dispatch = $1`, [id])
  })
}

async function begin(tx: Tx, actor: Actor | null, id: number): Promise<Booking> {
  const { stage } = await dispatchInReach(tx, actor, id)
  const kept = await bookingOf(tx, id)
  if (!isOpen(kept)) throw problem('not-now', 'Nothing of it is booked.')
  if (actor && !stillHere.includes(stage) && stage !== 'cancelled')
    throw problem('not-now', 'The courier has it already. Ask there what can be done.')
  if (kept.busy) throw busyNow()
  await tx.also('update courier_booking set busy_until = now() + make_interval(secs => $2) where dispatch = $1', [
    id,
    BUSY,
  ])
  return kept
}
