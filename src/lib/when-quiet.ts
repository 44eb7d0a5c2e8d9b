/** How long a page is waited for that is never quiet, where nobody misses what comes after it, in ms; */
const PATIENCE = 20_000
/** how often the processor is asked whether it is still busy; */
const BUSY = 1_000
/** and how soon a page that is still being read for is looked at again. */
const BREATH = 50

let reading = 0

/** A page is not quiet while what it shows is being read. */
export function whileReading<P extends PromiseLike<unknown>>(answer: P): P {
  reading += 1
  const read = () => void (reading -= 1)
  answer.then(read, read)
  return answer
}

/** Does what can wait when the page has nothing else to do, or patience is over. Answers how to leave it. */
export function whenQuiet(work: () => void, patience = PATIENCE): () => void {
  const until = performance.now() + patience
  let cancel = whenIdle(look)
  function look(isIdle: boolean) {
    if ((isIdle && reading === 0) || performance.now() >= until) return work()
    const timer = setTimeout(() => (cancel = whenIdle(look)), BREATH)
    cancel = () => clearTimeout(timer)
  }
  return () => cancel()
}

/** False where it was not idle for long. */
function whenIdle(told: (isIdle: boolean) => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(told, BREATH, true)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(({ didTimeout }) => told(!didTimeout), { timeout: BUSY })
  return () => cancelIdleCallback(handle)
}
