import { onTabMessage, tellTabs } from './channel.ts'
import { uploadLock } from './kept-files.ts'
import { FROZEN_AFTER, webLocks } from './locks.ts'
import type { Upload } from './upload.ts'

const BEAT_EVERY = 20_000

/** Lets one tab at a time send a file, and takes it from one that is frozen. */
export function uploadLocks() {
  /** Of those that another tab is at: when that was last heard to go on, or was first met. */
  const heard = new Map<string, number>()
  const stop = onTabMessage(message => {
    if (message.kind === 'uploading' && heard.has(message.mid)) heard.set(message.mid, performance.now())
  })

  /** 'taken' where another tab is at it. */
  async function run({ mid }: Pick<Upload, 'mid'>, send: () => Promise<void>): Promise<void | 'taken'> {
    const since = heard.get(mid) ?? performance.now()
    let sending = null as Promise<void> | null
    const work = () => {
      const beating = setInterval(() => tellTabs({ kind: 'uploading', mid }), BEAT_EVERY)
      return (sending = send().finally(() => clearInterval(beating)))
    }
    try {
      const outcome = await webLocks.run(uploadLock({ mid }), work, { steal: performance.now() - since > FROZEN_AFTER })
      if (outcome === 'taken') heard.set(mid, since)
      else heard.delete(mid)
      return outcome
    } catch (error) {
      // Another tab has taken it, having heard nothing. What goes on here goes on to its end: the server takes each piece once.
      if (sending === null) throw error
      return sending
    }
  }
  return { run, stop }
}
