import { isPassing } from './outage.ts'

/** Does it again and again, one round after the other, and none where the server leaves. */
export function openRounds(work: () => Promise<void>, every: number, tell: (error: unknown) => void) {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => {
        if (!isPassing(error)) tell(error)
      })
      .finally(() => (running = null))
  }, every).unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
