type Following = {
  /** It goes farther than this before it is a drag, and no press. */
  slop: number
  /** A finger takes something by resting on it so long, in ms, because moving scrolls. */
  rest?: number | undefined
  onMove: (event: PointerEvent) => void
  /** It was let go after it had moved. */
  onDrop: () => void
  /** It is over: let go, given up by Escape, or taken away by the browser. Comes before `onDrop`. */
  onEnd: () => void
}

/** Follows the pointer that was pressed until it is let go, wherever it goes. Answers how to give it up. */
export function followPointer(pressed: PointerEvent, { slop, rest, onMove, onDrop, onEnd }: Following): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let isTaken = false
  const take = (event: PointerEvent) => {
    isTaken = true
    onMove(event)
  }
  const resting = rest === undefined ? undefined : setTimeout(() => take(pressed), rest)
  const end = () => {
    if (signal.aborted) return
    clearTimeout(resting)
    stop.abort()
    onEnd()
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pressed.pointerId) return
    const isFar = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > slop
    if (isTaken) onMove(event)
    else if (isFar && resting !== undefined) end()
    else if (isFar) take(event)
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pressed.pointerId) return
    end()
    if (!isTaken) return
    swallowClick()
    onDrop()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    if (isTaken) event.stopPropagation()
    end()
  }
  // A finger that carries something does not scroll the page.
  const still = (event: TouchEvent) => {
    if (isTaken && event.cancelable) event.preventDefault()
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', up, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', key, { signal, capture: true })
  window.addEventListener('touchmove', still, { signal, passive: false })
  return end
}

/** What ends a drag is no press on what lies below. */
function swallowClick() {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
}
