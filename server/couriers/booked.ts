import type { Tx } from '#server/crud/store.ts'

/** What was asked of a courier for a dispatch, as its table keeps it. */
export type Booking = {
  courier: number
  key: string
  state: 'asked' | 'booked' | 'written' | 'refused' | 'cancelled'
  answer: { booking: string; awb: string; service: string | null; routing: string | null } | null
  busy: boolean
  /** When it was asked last. */
  at: string
}

/** The booking of a dispatch, ours to change until the transaction ends. */
export async function bookingOf(tx: Pick<Tx, 'also'>, dispatch: number): Promise<Booking | null> {
  const [found] = await tx.also<Booking>(
    `select courier, key, state, answer, at, coalesce(busy_until > now(), false) as busy
     from courier_booking where dispatch = $1 for update`,
    [dispatch],
  )
  return found ?? null
}

/** The courier has it, or may have it. */
export const isOpen = <B extends Pick<Booking, 'state'>>(booking: B | null): booking is B =>
  booking !== null && ['asked', 'booked', 'written'].includes(booking.state)
