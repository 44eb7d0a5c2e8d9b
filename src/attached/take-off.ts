import { noteGivenUp } from '#src/offline/kept-files.ts'
import { numbersIn } from '#src/offline/outbox/numbers-in.ts'
import type { Sender } from '#src/offline/push.ts'
import { uploadsOf } from '#src/offline/uploads.ts'

type Values = Record<string, unknown>

/**
 * The files among these words of a form that did not stand there before have it no more. Where that may be undone, it is
 * noted of them meanwhile: the page may go before anybody knows.
 */
export async function takeOff(
  sender: Sender,
  values: Values,
  before: Values,
  isFinal: Promise<boolean> | null = null,
): Promise<void> {
  const uploads = uploadsOf(sender)
  // What an earlier page has kept is here as well.
  await uploads.takeUp()
  const stood = new Set(numbersIn(before))
  const off = uploads
    .items()
    .filter(
      ({ id, record, field }) =>
        record === null && field !== null && !stood.has(id) && [...numbersIn(values[field])].includes(id),
    )
  // What was sent before its form is saved is left as it is.
  const unsent = off.filter(({ kept, state }) => kept && state !== 'done')
  // What the server has all of by now is marked so, and stays.
  const isSent = (id: number) => uploads.items().some(item => item.id === id && item.state === 'done')
  const note = async (isGivenUp: boolean) => {
    // Where it cannot be noted, this page still takes them off.
    for (const one of unsent)
      if (sender.db && !isSent(one.id)) await noteGivenUp(sender.db, one, isGivenUp).catch(() => undefined)
  }
  if (isFinal) {
    await note(true)
    if (!(await isFinal)) return note(false)
  }
  for (const { id } of off) uploads.takeOff(id)
}
