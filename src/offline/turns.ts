import { webLocks } from './locks.ts'

/**
 * Does it in turn with others of this browser: who keeps its turn for longer than `patience`, in ms, is frozen or hangs, and loses
 * it. `waits` hears that there is somebody.
 */
export async function inTurnWithin(
  name: string,
  patience: number,
  work: () => Promise<void>,
  waits: () => void,
): Promise<void> {
  if ((await webLocks.run(name, work)) !== 'taken') return
  waits()
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), patience)
  let began = false
  const begin = () => {
    began = true
    clearTimeout(timer)
    return work()
  }
  try {
    await navigator.locks.request(name, { signal: over.signal }, begin)
  } catch (error) {
    if (began) throw error
    await webLocks.run(name, work, { steal: true })
  }
}
