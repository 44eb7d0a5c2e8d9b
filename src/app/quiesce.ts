import { isBurst } from '#src/lib/keys/burst.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'
import { everythingIsKept, keepWhatIsOpen, onlyMemoryIsLost, somethingIsOpen } from '#src/session/dirty.ts'

/** Why the app cannot be exchanged at this moment; `unkept`: for a photo or a file that found no room, and nothing else is lost. */
export type Busy = 'dirty' | 'unkept' | 'elsewhere' | 'upload' | 'scan' | 'sending' | 'stuck'

type Ask = { kind: 'keep'; ask: string }
type Answer = { kind: 'kept'; ask: string; safe: boolean }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('caredesk-update')
;(channel as { unref?: () => void } | null)?.unref?.()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
const tell = (message: Ask | Answer) => channel?.postMessage(message)

/** A tab that does not answer in this time is frozen; it kept its drafts when it was hidden. */
const PATIENCE = 800
/** As long as one sending may take. */
const SEND_PATIENCE = 65_000

/** Writes down what is typed in this tab. What of it would be lost all the same? */
async function lostHere(): Promise<'dirty' | 'unkept' | null> {
  if (somethingIsOpen()) await keepWhatIsOpen()
  if (!somethingIsOpen() || everythingIsKept()) return null
  return readUnkept() > 0 && onlyMemoryIsLost() ? 'unkept' : 'dirty'
}

/** This tab keeps what is typed in it when another one is about to exchange the app. */
export function answerOthers(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Ask | Answer>) => {
    if (data.kind === 'keep') void lostHere().then(lost => tell({ kind: 'kept', ask: data.ask, safe: lost === null }))
  })
}

/** Has every other tab of this browser a draft of what is typed in it? */
async function keptElsewhere(): Promise<boolean> {
  if (!channel) return true
  const ask = crypto.randomUUID()
  return new Promise(resolve => {
    const hear = ({ data }: MessageEvent<Ask | Answer>) => {
      if (data.kind === 'kept' && data.ask === ask && !data.safe) end(false)
    }
    const end = (safe: boolean) => {
      clearTimeout(timer)
      channel.removeEventListener('message', hear)
      resolve(safe)
    }
    const timer = setTimeout(() => end(true), PATIENCE)
    channel.addEventListener('message', hear)
    tell({ kind: 'keep', ask })
  })
}

/** Is a file on its way from any tab? Whoever sends one holds a lock of its name. */
async function isUploading(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name?.startsWith('caredesk-upload-'))
}

/**
 * What in this tab would be lost by exchanging the app now. A draft is written of what is typed first. `losing`: its person has
 * said that what found no room may go.
 */
export async function busyHere(losing = false): Promise<Busy | null> {
  if (isBurst(performance.now())) return 'scan'
  const lost = await lostHere()
  if (lost === 'dirty' || (lost && !losing)) return lost
  return (await isUploading()) ? 'upload' : null
}

/**
 * Runs the work when nothing is lost by it: a draft is kept of everything typed in any tab, no file is on its way, no scan is
 * under way, and the queue is between two sendings, which it stays until the page has gone. Else answers what is in the way.
 */
export async function whenQuiet(
  { userId, wait, losing, alone = false }: { userId: number | null; wait: boolean; losing: boolean; alone?: boolean },
  work: () => Promise<Busy | null>,
): Promise<Busy | null> {
  const busyElsewhere = async () => (alone || (await keptElsewhere()) ? null : 'elsewhere')
  const busy = (await busyHere(losing)) ?? (await busyElsewhere())
  if (busy || userId === null || !navigator.locks) return busy ?? work()
  const asked = performance.now()
  const options = wait ? { signal: AbortSignal.timeout(SEND_PATIENCE) } : { ifAvailable: true }
  let began = false
  try {
    return await navigator.locks.request(`send:${userId}`, options, async lock => {
      if (!lock) return 'sending'
      began = true
      // Its person went on working meanwhile.
      const hasWaited = performance.now() - asked > PATIENCE
      return (await busyHere(losing)) ?? (hasWaited ? await busyElsewhere() : null) ?? (await work())
    })
  } catch (error) {
    if (began) throw error
    return 'sending'
  }
}
