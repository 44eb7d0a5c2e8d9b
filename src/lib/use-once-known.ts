import { useEffect, useRef } from 'react'

/** Answers a value of the page as soon as it is known: at once, or with the drawing in which it is. */
export function useOnceKnown<T>(value: T, isKnown: boolean): () => Promise<T> {
  const latest = useRef({ value, isKnown })
  const waiting = useRef<((value: T) => void)[]>([])
  useEffect(() => {
    latest.current = { value, isKnown }
    if (isKnown) for (const answer of waiting.current.splice(0)) answer(value)
  })
  return () =>
    latest.current.isKnown
      ? Promise.resolve(latest.current.value)
      : new Promise(answer => {
          waiting.current.push(answer)
        })
}
