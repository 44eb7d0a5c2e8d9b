import { useLayoutEffect, useRef } from 'react'

/** Focuses what is gone to as soon as it is drawn, which may be later. Answers how to go there; `quiet`: nothing scrolls. */
export function useFocusOnceDrawn<T>(find: (wanted: T) => HTMLElement | null | undefined) {
  const wanted = useRef<{ what: T; quiet: boolean } | null>(null)
  useLayoutEffect(() => {
    const one = wanted.current && find(wanted.current.what)
    if (!one) return
    const { quiet } = wanted.current!
    wanted.current = null
    one.focus({ preventScroll: true })
    if (!quiet) one.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })
  return (what: T, quiet = false) => {
    wanted.current = { what, quiet }
  }
}
