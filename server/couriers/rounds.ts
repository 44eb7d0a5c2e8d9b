import { Problem } from '#contract/problem.ts'
import type { Author } from '#server/crud/by-server.ts'
import { openRounds } from '#server/lib/rounds.ts'
import { writeBooking, type Means } from './book.ts'
import { cancelBooking } from './cancel.ts'
import { followParcels } from './follow.ts'

const EVERY = 60_000

const byItself: Author = { actor: null, request: null }

type Tell = (error: unknown, message: string) => void

/** What couriers are asked by itself. Whoever leaves does not wait for their answers. */
export function openCourierRounds(means: Means, tell: Tell): { close(): Promise<void> } {
  const leaving = new AbortController()
  const within = { ...means, bounds: { ...means.bounds, signal: leaving.signal } }
  const rounds = openRounds(
    () => round(within),
    EVERY,
    error => tell(error, 'Couriers are asked later'),
  )
  return {
    close() {
      leaving.abort()
      return rounds.close()
    },
  }
}

/** Finishes what a crash has cut off, and follows parcels. */
export async function round(means: Means): Promise<void> {
  await writeLeftBookings(means)
  await cancelLeftBookings(means)
  await followParcels(means)
}

/** The parcel was cancelled, or goes with another courier or number than the one that was asked for. */
const wentElsewhere = `d.stage = 'cancelled' or d.booked_at is null and (d.awb is not null or d.courier is distinct from b.courier)`

/** The courier has answered, and whoever asked did not come to write it down. */
async function writeLeftBookings({ pool, written }: Means): Promise<void> {
  const { rows } = await pool.query<{ dispatch: number }>(
    `update courier_booking set at = now() where dispatch in (
       select b.dispatch from courier_booking b join dispatch d on d.id = b.dispatch
       where b.state = 'booked' and b.at < now() - interval '1 minute' and not (${wentElsewhere}) order by b.at limit 20)
     returning dispatch`,
  )
  for (const { dispatch } of rows)
    await writeBooking(written, byItself, dispatch).catch((error: unknown) => {
      // It was changed meanwhile: people cancel the booking.
      if (!(error instanceof Problem)) throw error
    })
}

/** What a courier may have booked for a parcel that was cancelled, or that went another way: tried once an hour. */
async function cancelLeftBookings(means: Means): Promise<void> {
  const { rows } = await means.pool.query<{ dispatch: number }>(
    `update courier_booking set at = now() where dispatch in (
       select b.dispatch from courier_booking b join dispatch d on d.id = b.dispatch
       where b.state in ('asked', 'booked', 'written') and coalesce(b.busy_until < now(), true)
         and (${wentElsewhere})
         and b.at < now() - interval '1 hour' order by b.at limit 20)
     returning dispatch`,
  )
  for (const { dispatch } of rows)
    await cancelBooking(means, null, byItself, dispatch).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
}
