import { maintenance } from '#contract/modules/service/maintenance.ts'
import { takenMore } from '#contract/modules/service/parts-taken.ts'
import { heldPart } from '#contract/modules/stock/held-part.ts'
import { useAllRowsOf } from '#src/crud/all-rows.ts'
import { useServedRows, useUnsentRows } from '#src/data/use-unsent-rows.ts'
import type { Failure } from '#src/data/words.ts'
import { useCan } from '#src/session/actor.ts'
import { useMe } from '#src/session/house.ts'

export type OwnStock = {
  /**
   * How many of each part somebody has along, less what this device has used and nobody has heard of yet. Null where they
   * have no stock of their own: then parts come from the warehouse.
   */
  left: ReadonlyMap<number, number> | null
  /** Whether they have one is not known yet. */
  loading: boolean
  /** Why it is not known. */
  error: Failure | null
  again: () => void
}

export function useOwnStock(): OwnStock {
  const { userId } = useMe()
  const mayHave = useCan(heldPart, 'list')
  const found = useAllRowsOf(heldPart, { filter: { person: [userId] }, sort: 'name' })
  const { unsent } = useUnsentRows(maintenance, true)
  const served = useServedRows(maintenance)
  const { moreError, again } = found
  const isComing = found.loading || (found.hasMore && !found.partial)
  const error = found.error ?? moreError
  // Whoever may not ask has none.
  if (!mayHave) return { left: null, loading: false, error: null, again }
  if (isComing || error) return { left: null, loading: !error, error, again }
  if (found.rows.length === 0) return { left: null, loading: false, error, again }
  const left = new Map(found.rows.map(({ part, qty }) => [part!, qty ?? 0]))
  for (const [id, row] of unsent)
    for (const { part, person, more } of takenMore(served?.get(id) ?? null, row))
      if (person === userId) left.set(part, (left.get(part) ?? 0) - more)
  return { left, loading: false, error: null, again }
}
