import type { Actor } from '../../actor.ts'
import { can } from '../../rules.ts'
import { stockMove } from '../stock/stock-move.ts'
import type { Maintenance } from './maintenance.ts'

type Job = { stage?: unknown; parts?: unknown }
export type Taken = { part: number; person: number | null; qty: number }

const keyOf = ({ part, person }: Pick<Taken, 'part' | 'person'>) => `${part} ${person ?? ''}`

/** How many of each part a job has taken, and from whose stock. A cancelled one has none. */
function piecesOf(job: Job | null): Map<string, Taken> {
  const pieces = new Map<string, Taken>()
  if (job?.stage === 'cancelled') return pieces
  for (const { part, qty, takenFrom } of (job?.parts ?? []) as Maintenance['parts']) {
    // Lines from before anybody had a stock of their own do not say.
    const person = (takenFrom as number | null | undefined) ?? null
    const key = keyOf({ part, person })
    pieces.set(key, { part, person, qty: (pieces.get(key)?.qty ?? 0) + qty })
  }
  return pieces
}

/** `more` is below nothing where it gave some back, `has` what it has now. */
export type TakenMore = Omit<Taken, 'qty'> & { has: number; more: number }

/** How many more of each a job has than before, also where it is as many. Two jobs that take the same take it in one order. */
export function takenMore(before: Job | null, now: Job | null): TakenMore[] {
  const [had, has] = [piecesOf(before), piecesOf(now)]
  return [...new Map([...had, ...has])]
    .map(([key, { part, person }]) => {
      const qty = has.get(key)?.qty ?? 0
      return { part, person, has: qty, more: qty - (had.get(key)?.qty ?? 0) }
    })
    .toSorted((one, other) => one.part - other.part || (one.person ?? 0) - (other.person ?? 0))
}

/** The warehouse is open to all. Beside it people take from their own stock, from that of whose job it is, or as movers of stock. */
export const mayTakeFrom = (
  person: number | null | undefined,
  by: Pick<Actor, 'id' | 'permissions'>,
  job: Pick<Maintenance, 'assignedTo'>,
): boolean => person == null || person === by.id || person === job.assignedTo || can(by, stockMove, 'create')

/** Does the part go into this product? One that names none goes into all. */
export const fitsInto = (part: { fits: readonly number[] }, product: number | null): boolean =>
  product === null || part.fits.length === 0 || part.fits.includes(product)
