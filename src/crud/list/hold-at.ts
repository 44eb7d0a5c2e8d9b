/** So long after a reload the page may still be put into places. */
const PATIENCE = 1_000

/**
 * Puts the rows where they were in the window, and holds them there until somebody acts: the browser and the router put a
 * page back too, but only know how far down it was, whatever has changed above the rows since. Answers how to stop.
 */
export function holdAt(rows: HTMLElement, top: number): () => void {
  const put = () => {
    const off = rows.getBoundingClientRect().top - top
    if (Math.abs(off) > 1) window.scrollBy(0, off)
  }
  const acts = ['wheel', 'pointerdown', 'keydown', 'touchmove']
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', put)
    for (const act of acts) window.removeEventListener(act, stop, true)
  }
  const timer = setTimeout(stop, PATIENCE)
  window.addEventListener('scroll', put, { passive: true })
  for (const act of acts) window.addEventListener(act, stop, true)
  put()
  return stop
}
