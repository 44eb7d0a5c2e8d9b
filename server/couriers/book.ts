import { v4 } from 'uuid'
import type { Actor } from '#contract/actor.ts'
import { bookable } from '#contract/modules/stock/dispatch-left.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { problem } from '#contract/problem.ts'
import { mayWrite } from '#contract/record-rules.ts'
import { inScope } from '#contract/rules.ts'
import { recordInReach } from '#server/attached/reach.ts'
import { byServer, type Author } from '#server/crud/by-server.ts'
import { forbidden } from '#server/crud/invalid.ts'
import type { Written } from '#server/crud/routes.ts'
import type { Tx } from '#server/crud/store.ts'
import { toChange } from '#server/flows/to-change.ts'
import type { Run } from '#server/lib/transaction.ts'
import { bookingOf, isOpen, type Booking } from './booked.ts'
import type { Parcel } from './courier.ts'
import { findCourier, PATIENCE, type Ways } from './find.ts'
import { parcelOf } from './parcel.ts'
import { asProblem, isFinal } from './said.ts'

export type Means = Ways & { written: Written }

/** Seconds after which nobody asks any more who began to. */
export const BUSY = PATIENCE / 1_000 + 5

export const busyNow = () => problem('not-now', 'The courier is being asked at this moment.')

/** The dispatch, if this person may write it, ours until the transaction ends. Nobody is the server itself. */
export async function dispatchInReach(tx: Tx, actor: Actor | null, id: number): Promise<Dispatch> {
  const row = await toChange(tx, dispatch, id)
  if (!row || (actor && !inScope(dispatch, row, actor))) throw problem('not-found', 'This record does not exist.')
  if (actor && !mayWrite(dispatch, row, actor, ['dispatch'])) throw forbidden()
  return row as unknown as Dispatch
}

/**
 * Books a dispatch with its courier and answers the courier's number. It is written down first under which key, so that
 * whoever asks again asks for the same booking; and then what the courier said, before the dispatch is written.
 */
export async function bookDispatch(means: Means, actor: Actor, author: Author, id: number): Promise<string> {
  const { pool, written } = means
  const begun = await written.store.transaction(tx => begin(tx, actor, id))
  if (typeof begun === 'string') return begun
  if (begun.parcel) {
    const { courier, parcel, wasAsked } = begun
    const said = await (await findCourier(means, courier)).book(parcel)
    if (said.is !== 'yes') {
      await pool.query(
        `update courier_booking set state = $3, busy_until = null where dispatch = $1 and key = $2 and state = 'asked'`,
        [id, parcel.key, isFinal(said, wasAsked) ? 'refused' : 'asked'],
      )
      throw asProblem(said)
    }
    const { is: _, ...answer } = said
    await pool.query(
      `update courier_booking set state = 'booked', answer = $3, busy_until = null, at = now()
       where dispatch = $1 and key = $2 and state = 'asked'`,
      [id, parcel.key, answer],
    )
  }
  return writeBooking(written, author, id)
}

/** Since when a courier was asked that may have booked it, though nothing of that is known. Whoever only looks holds nobody up. */
export async function askedSince(run: Run, actor: Actor, id: number): Promise<string | null> {
  const { bookedAt } = await recordInReach(run, dispatch, actor, id)
  const [kept] = await run<Pick<Booking, 'state' | 'at'>>('select state, at from courier_booking where dispatch = $1', [
    id,
  ])
  return bookedAt === null && kept && isOpen(kept) ? kept.at : null
}

type Begun = { courier: number; parcel: Parcel | null; wasAsked: boolean }

/** The number that it has already, or what to ask; without a parcel the courier has answered and that was not written yet. */
async function begin(tx: Tx, actor: Actor, id: number): Promise<string | Begun> {
  const row = await dispatchInReach(tx, actor, id)
  if (row.bookedAt && row.awb) return row.awb
  const { courier, awb, direction, stage } = row
  if (!bookable.includes(stage) || direction !== 'out')
    throw problem('not-now', 'It is booked when it is checked, and before it is handed over.')
  if (courier === null) throw problem('not-now', 'Choose the courier first.')
  if (awb !== null) throw problem('not-now', 'It has a number of the courier already.')
  const kept = await bookingOf(tx, id)
  if (kept?.busy) throw busyNow()
  if (isOpen(kept) && kept.courier !== courier)
    throw problem('not-now', 'Another courier was asked before, and may have booked it. Cancel that booking first.')
  if (kept?.state === 'booked') return { courier, parcel: null, wasAsked: true }
  const wasAsked = kept?.state === 'asked'
  const key = wasAsked ? kept.key : v4()
  const parcel = await parcelOf(tx, row, key)
  await tx.also(
    `insert into courier_booking (dispatch, courier, key, state, busy_until)
     values ($1, $2, $3, 'asked', now() + make_interval(secs => $4))
     on conflict (dispatch) do update set courier = excluded.courier, key = excluded.key, state = 'asked', answer = null,
       busy_until = excluded.busy_until, at = now()`,
    [id, courier, key, BUSY],
  )
  return { courier, parcel, wasAsked }
}

/** Writes what the courier answered into the dispatch. Also after a crash: the answer is kept until that is done. */
export const writeBooking = (written: Written, author: Author, id: number): Promise<string> =>
  byServer(written, author, async ({ tx, update }) => {
    const row = (await toChange(tx, dispatch, id)) as unknown as Dispatch | null
    const kept = await bookingOf(tx, id)
    if (row?.bookedAt && row.awb) return row.awb
    if (!row || kept?.state !== 'booked' || !kept.answer)
      throw problem('not-now', 'The booking was cancelled meanwhile.')
    refuseElsewhere(row, kept)
    const { awb, booking, routing, service } = kept.answer
    const bookedAt = written.writer.now().toISOString()
    await update(dispatch, row, { awb, booking, routing, bookedAt, ...(service && !row.service && { service }) })
    await tx.also(`update courier_booking set state = 'written' where dispatch = $1`, [id])
    return awb
  })

/** It became another parcel while the courier was asked: the booking is not its any more. */
function refuseElsewhere(row: Dispatch, { courier, answer }: Booking): void {
  const isOther = row.courier !== courier || row.awb !== null || row.stage === 'cancelled'
  if (isOther)
    throw problem(
      'not-now',
      `The courier booked it as ${answer?.awb}, but it was changed meanwhile. Cancel the booking.`,
    )
}
