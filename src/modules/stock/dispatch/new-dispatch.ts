import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useNewId, useSave } from '#src/data/use-writes.ts'
import type { PackFor, ToPack } from './for/pack-for.ts'

/** Begins a parcel; also without a connection. Answers it, or why not. */
export function useNewDispatch(what: PackFor, parcels: readonly Dispatch[]) {
  const save = useSave(dispatch)
  const newId = useNewId()
  return async (left: readonly ToPack[]): Promise<{ row: Dispatch } | { refused: string }> => {
    const outcome = await outcomeOf(async () => {
      const items: (ToPack & { id: number })[] = []
      for (const one of left) items.push({ ...one, id: await newId() })
      return save(what.input(items, parcels))
    })
    const row = outcome.state === 'saved' || outcome.state === 'waiting' ? outcome.row : null
    return row ? { row } : { refused: whyNot(outcome) }
  }
}
