import { isInstant } from '#contract/fields.ts'
import type { Ask, Occasion } from './behaviour.ts'

/** When this was said, by the word of the device on which it waited; null where it did not wait. */
export function saidAt({ offline, place, author }: Pick<Ask, 'offline' | 'place' | 'author'>): string | null {
  const said = offline ? (place?.queuedAt ?? author?.saidAt) : null
  const at = said ? Date.parse(said) : Number.NaN
  const instant = at > 0 ? new Date(at).toISOString() : ''
  // A clock that is wrong by centuries has said nothing.
  return isInstant(instant) ? instant : null
}

/** The same as a number, of whatever came from a queue: it may have waited for a network that the device believed to have. */
export function firstSaidAt({ place, author }: Pick<Ask, 'place' | 'author'>): number {
  const at = Date.parse(place?.queuedAt ?? author?.saidAt ?? '')
  return Number.isNaN(at) ? Infinity : at
}

/** Did it wait in the queue of a device? Whoever asks at once says nothing of a queue. */
export const hasWaited = ({ offline, place }: Pick<Ask, 'offline' | 'place'>): boolean =>
  offline || (place?.queuedAt ?? place?.prevMid ?? null) !== null

/** A new record was not made before its number was given out: a wish that says so was said then. */
export async function saidNotBefore(ask: Ask, leasedAt: (id: number) => Promise<string | null>): Promise<Ask> {
  const said = saidAt(ask)
  const since = said === null || ask.wish.id === null ? null : await leasedAt(ask.wish.id)
  if (since === null || said! >= since) return ask
  const { place, author } = ask
  return {
    ...ask,
    ...(place && { place: { ...place, queuedAt: since } }),
    ...(author && { author: { ...author, saidAt: since } }),
  }
}

/** Who did or said it: whoever wished it, also where somebody else has decided about that. */
export const doneBy = ({ actor, author }: Pick<Ask, 'actor' | 'author'>): number => author?.user ?? actor.id

/**
 * When that was done which is wished: when it was said or is known to have been done, and not when it arrived. No clock that is
 * wrong dates it later than now, or before the record was made.
 */
export async function doneAt({
  ask,
  tx,
  before,
  now,
}: Pick<Occasion, 'ask' | 'tx' | 'before' | 'now'>): Promise<string> {
  const said = ask.doneAt ?? saidAt(ask)
  if (said === null || Date.parse(said) >= Date.parse(now)) return now
  if (!before) return said
  // The record may itself have waited on a device.
  const [made] = await tx.also<{ at: string | null }>(
    'select said_at as at from record_history where record_id = $1 and version = 1 and said_at < at',
    [before.id],
  )
  const first = new Date(made?.at ?? before.createdAt).toISOString()
  return said < first ? first : said
}
