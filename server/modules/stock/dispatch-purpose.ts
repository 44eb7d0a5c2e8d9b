import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import type { Occasion } from '#server/crud/behaviour.ts'

type Values = Record<string, unknown>

/** What a parcel is for: who it goes to, what belongs in it, and what that becomes at each of its steps. */
export type Purpose = {
  /** Refuses what cannot be packed now; answers what a new one says of where it goes, whose it is, and what is collected. */
  begin(occasion: Occasion): Promise<Values>
  /** Only what belongs in it is in it. `before`: a change only has to add nothing wrong. */
  settle(occasion: Occasion, before?: Dispatch['items']): Promise<void>
  /** Refuses one of which not everything has been checked. */
  complete(occasion: Occasion): Promise<void>
  /** What the courier collects with it, by what is owed now. */
  collects(occasion: Occasion, row: Dispatch): Promise<number | null>
  leave(occasion: Occasion): Promise<void>
  arrive(occasion: Occasion): Promise<void>
  turnBack(occasion: Occasion): Promise<void>
  comeBack(occasion: Occasion): Promise<void>
  lose(occasion: Occasion): Promise<void>
}
