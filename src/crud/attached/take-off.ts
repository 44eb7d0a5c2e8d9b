import { numbersIn } from '#src/offline/outbox/numbers-in.ts'
import type { Sender } from '#src/offline/push.ts'
import { uploadsOf } from '#src/offline/uploads.ts'
import type { Values } from '../check.ts'

/** The files among these words of a form that did not stand there before have it no more. */
export async function takeOff(sender: Sender, values: Values, before: Values): Promise<void> {
  const uploads = uploadsOf(sender)
  // What an earlier page has kept is here as well.
  await uploads.takeUp()
  const stood = new Set(numbersIn(before))
  for (const { id, record, field } of uploads.items())
    if (record === null && field !== null && !stood.has(id) && [...numbersIn(values[field])].includes(id))
      uploads.takeOff(id)
}
