import type { Row } from '#contract/module.ts'
import { isUnknown, type Outcome } from '#src/data/outcome.ts'
import type { Values } from './check.ts'
import { changedSince } from './use-form.ts'

/** A new record as it was sent first, as long as nobody knows what became of it. */
export type Sent = { current: { id: number; values: Values } | null }

type Doors = {
  newId: () => Promise<number>
  save: (values: Values, id: number | null) => Promise<Outcome>
  change: (row: Pick<Row, 'id' | 'version'>, changes: Values) => Promise<Outcome>
}

/** A new record is the same one however often it is tried: an answer that got lost must not make a second. */
export async function createOnce(sent: Sent, values: Values, { newId, save, change }: Doors): Promise<Outcome> {
  sent.current ??= await newId().then(
    id => ({ id, values }),
    () => null,
  )
  const first = sent.current
  const outcome = await save(values, first?.id ?? null)
  if (!first || outcome.state !== 'refused') return outcome
  if (outcome.fields?.id === undefined) {
    // It was judged, so that nothing of it is under way.
    if (!isUnknown(outcome)) sent.current = null
    return outcome
  }
  // The first try arrived and its answer did not: what was typed since is a change of that record.
  return change({ ...first.values, id: first.id, version: 1 }, changedSince(first.values, values))
}
