/** How long a page that is never idle is waited for, in ms; */
const PATIENCE = 1_000
/** how soon one that is still being read for is looked at again; */
const BREATH = 50
/** and how often. */
const LOOKS = 200

let reading = 0

/** A page is not quiet while what it shows is being read. */
export function whileReading<P extends PromiseLike<unknown>>(answer: P): P {
  reading += 1
  const read = () => void (reading -= 1)
  answer.then(read, read)
  return answer
}

/** Does what nobody waits for when the page has nothing else to do. Answers how to leave it. */
export function whenQuiet(work: () => void): () => void {
  let looks = 0
  let cancel = whenIdle(look)
  function look() {
    looks += 1
    if (reading === 0 || looks > LOOKS) return work()
    const timer = setTimeout(() => (cancel = whenIdle(look)), BREATH)
    cancel = () => clearTimeout(timer)
  }
  return () => cancel()
}

function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, BREATH)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: PATIENCE })
  return () => cancelIdleCallback(handle)
}
