import { whyNot } from '#src/crud/why-not.ts'
import type { Outcome } from '#src/data/outcome.ts'

export type Which = { module: string; id: number }

/** One thing that was scanned in a mode, until that is finished. */
export type Entry<D = unknown> = {
  /** Which scan it was. */
  id: string
  at: string
  code: string
  /** The record that carries the code. */
  scanned: Which
  /** The record that it is about: the job on a scanned device. */
  about: Which
  title: string
  text: string
  /** Collected, or on its way; kept on this device until the server can be reached; done; not taken, and `why`. */
  state: 'taken' | 'waits' | 'done' | 'failed'
  why?: string
  /** What waits in the outbox for it. */
  mid?: string
  /** What the mode notes of it. */
  data: D
}

const isOf = (one: Which, other: Which) => one.module === other.module && one.id === other.id

/** The one that was scanned before of the same thing. What was not taken may be scanned again. */
export const entryOf = <D>(entries: readonly Entry<D>[], { module, id }: Which): Entry<D> | undefined =>
  entries.find(one => one.state !== 'failed' && (isOf(one.scanned, { module, id }) || isOf(one.about, { module, id })))

/** With the newest first. It takes the place of one with which nothing was done. */
export const withEntry = <D>(entries: readonly Entry<D>[], entry: Entry<D>): Entry<D>[] => [
  entry,
  ...entries.filter(one => isOver(one) || !isOf(one.about, entry.about)),
]

/** What is done at once piles up: after so long, in ms, it was another shift. */
const SHIFT = 12 * 3_600_000

export const ofThisShift = <D>(entries: readonly Entry<D>[], now: number): Entry<D>[] =>
  entries.filter(({ state, at }) => state !== 'done' || Date.parse(at) > now - SHIFT)

export const withPart = <D>(entries: readonly Entry<D>[], id: string, part: Partial<Entry<D>>): Entry<D>[] =>
  entries.map(one => (one.id === id ? { ...one, ...part } : one))

/** What has become of one that waited; null where nobody wants it any more. */
export type Settled = Pick<Entry, 'state' | 'why' | 'mid'> | null

/** With what the outbox says of those that waited. */
export const settledIn = <D>(entries: readonly Entry<D>[], settled: ReadonlyMap<string, Settled>): Entry<D>[] =>
  entries.flatMap(one => {
    const now = one.mid === undefined ? undefined : settled.get(one.mid)
    return now === undefined ? one : now === null ? [] : { ...one, ...now }
  })

/** What became of one with which something was done. */
export function partAfter(outcome: Outcome): Pick<Entry, 'state' | 'why' | 'mid'> {
  const why = whyNot(outcome)
  if (why) return { state: 'failed', why }
  return outcome.state === 'waiting' ? { state: 'waits', mid: outcome.mid } : { state: 'done' }
}

/** Was it done, or is it as good as done? */
export const isOver = ({ state }: Entry): boolean => state === 'done' || state === 'waits'
