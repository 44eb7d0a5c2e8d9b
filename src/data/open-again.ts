import { markConnection, readConnection } from '#src/offline/connection.ts'
import type { Sender } from '#src/offline/push.ts'
import type { SendState } from '#src/offline/queue.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'
import { isHidden, onWake } from '#src/offline/wake.ts'
import { letGo, openEarly, openedEarly } from './open-store.ts'

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

/** For as long a request may take, and somebody may say the same again; what is older was given up, or said in other words. */
const STILL_ASKED = 2 * 60_000

/** Is there an answer to all that was just sent by itself? */
const isAnswered = ({ meta }: Sender): Promise<boolean> =>
  meta<SendState | undefined, boolean>('queue', undefined, value => ({
    value,
    result: !value?.open.some(({ at = 0 }) => Math.abs(Date.now() - at) < STILL_ASKED),
  }))
