import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * A change that is sent or answered goes to another section, or away, and what had the focus in it goes with it. The focus
 * stays with the change, else where it stood (`data-op` in `data-op-box`), else in the box.
 */
export function useFocusStays(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; mid: string; at: number } | null>(null)

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      // What a change asks before it goes belongs to it.
      if (!box.current?.contains(target) && target.closest('[role=dialog], [role=menu]')) return
      const own = box.current?.contains(target) ? target.closest('[data-op-box]') : null
      const stop = own?.querySelector('[data-op]')
      last.current = own
        ? {
            element: target,
            mid: own.getAttribute('data-op-box')!,
            at: stopsIn(box.current).findIndex(one => one === stop),
          }
        : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  useLayoutEffect(() => {
    const lost = last.current
    // Whoever went elsewhere since is left alone.
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return
    const all = stopsIn(box.current)
    const next = all.find(one => one.dataset.op === lost.mid) ?? all[Math.min(lost.at, all.length - 1)] ?? box.current
    next?.focus({ preventScroll: next === box.current })
  })
  return box
}

const stopsIn = (box: Element | null) => [...(box?.querySelectorAll<HTMLElement>('[data-op]') ?? [])]
