import { wordOf } from '#src/offline/canary.ts'
import { markConnection, readConnection, type Shut } from '#src/offline/connection.ts'
import { isStorageError } from '#src/offline/guarded-open.ts'
import { countWaitingIn } from '#src/offline/outbox/count-away.ts'
import type { Sender } from '#src/offline/push.ts'
import type { SendState } from '#src/offline/queue.ts'
import { nativeVersion } from '#src/offline/raw-open.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'
import { userDbName } from '#src/offline/user-db.ts'
import { isHidden, onWake } from '#src/offline/wake.ts'
import { letGo, openEarly, openedEarly } from './open-store.ts'

/** Says to whoever looks at the page why a store does not open, and what waits in it as soon as that is counted. */
export async function noteShut(userId: number, error: unknown): Promise<void> {
  const why = await whyShut(userId, error)
  const unsent = readConnection().shut?.unsent ?? unsentOf(null)
  markConnection({ trouble: why ?? 'noStorage', shut: why && { why, unsent } })
  if (why) void countShut(userId)
}

const unsentOf = (counted: number | null) => {
  const count = counted ?? 0
  return { known: counted !== null, count, kept: count, uncounted: counted === null }
}

/** Null: this browser keeps nothing. What it has kept before is there still, whatever it fails with now. */
async function whyShut(userId: number, error: unknown): Promise<Shut['why'] | null> {
  const code = isStorageError(error) ? error.code : 'noStorage'
  if (code !== 'noStorage') return code
  const name = userDbName(userId)
  const isThere = async () => wordOf(name) !== undefined || (await nativeVersion(name)) > 0
  return (await isThere().catch(() => false)) ? 'storageShut' : null
}

/** Counts what waits in a store that does not open. Null: it cannot be counted either. */
export async function countShut(userId: number): Promise<number | null> {
  const count = await countWaitingIn(userDbName(userId)).catch(() => null)
  const { shut } = readConnection()
  if (shut) markConnection({ shut: { ...shut, unsent: unsentOf(count) } })
  return count
}

/**
 * Tries a store that is shut again whenever somebody comes back to the page: they may have closed the tab that held it, and a
 * browser finds its database server again. Where it opens, whoever asks for it next gets it. What meanwhile this page alone has,
 * or has asked without an answer yet, stays with whoever began it.
 */
export function whenOpenAgain(userId: number, sender: Sender, signal: AbortSignal, onOpen: () => void): void {
  let isTrying = false
  const tryAgain = async () => {
    const { shut } = readConnection()
    if (!shut || isTrying || isHidden() || readUnkept() > 0 || !(await isAnswered(sender))) return
    isTrying = true
    await openEarly(userId, sender.register)
    isTrying = false
    if (signal.aborted || !openedEarly(userId)) return letGo()
    if (readConnection().trouble === shut.why) markConnection({ trouble: null })
    onOpen()
  }
  signal.addEventListener(
    'abort',
    onWake(() => void tryAgain()),
  )
}

/** Has the server judged all that was sent by itself? */
const isAnswered = ({ meta }: Sender): Promise<boolean> =>
  meta<SendState | undefined, boolean>('queue', undefined, value => ({ value, result: !value?.open.length }))
