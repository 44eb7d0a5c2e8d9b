/** Runs work a few at a time and lets some wait; answers null when the line is full. */
export function queue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const line: (() => void)[] = []

  const leave = () => {
    running -= 1
    line.shift()?.()
  }

  return <T>(work: () => Promise<T>): Promise<T> | null => {
    if (running < atOnce) return start(work)
    if (line.length >= waiting) return null
    return new Promise<void>(resolve => line.push(resolve)).then(() => start(work))
  }

  function start<T>(work: () => Promise<T>): Promise<T> {
    running += 1
    return work().finally(leave)
  }
}
