import type { Row } from '#contract/module.ts'
import type { Sent } from '#src/data/drafts/store.ts'
import { isUnknown, type Outcome } from '#src/data/outcome.ts'
import type { Values } from '#src/form/check.ts'
import { changedSince } from './use-form.ts'

type Doors = {
  newId: () => Promise<number>
  /** In place of one that somebody else has used. */
  anotherId: () => Promise<number>
  save: (values: Values, id: number | null) => Promise<Outcome>
  change: (row: Pick<Row, 'id' | 'version'>, changes: Values) => Promise<Outcome>
}

/** A new record is the same one however often it is tried: an answer that got lost must not make a second. */
export async function createOnce(sent: Sent, values: Values, doors: Doors): Promise<Outcome> {
  const before = sent.current
  const outcome = await tryOnce(sent, values, doors, doors.newId)
  if (!isTaken(outcome)) return outcome
  if (before) {
    // The first try arrived and its answer did not: what was typed since is a change of that record.
    sent.current = before
    return doors.change({ ...before.values, id: before.id, version: 1 }, changedSince(before.values, values))
  }
  // It was not sent before: a copy of this device has made another record under the number. What waits under it is not made twice.
  return 'inOutbox' in outcome ? outcome : tryOnce(sent, values, doors, doors.anotherId)
}

const isTaken = (outcome: Outcome): boolean => outcome.state === 'refused' && outcome.fields?.id !== undefined

async function tryOnce(sent: Sent, values: Values, { save }: Doors, newId: Doors['newId']): Promise<Outcome> {
  sent.current ??= await newId().then(
    id => ({ id, values }),
    () => null,
  )
  const outcome = await save(values, sent.current?.id ?? null)
  // It was judged, so that nothing of it is under way.
  if (outcome.state === 'refused' && !isUnknown(outcome)) sent.current = null
  return outcome
}
