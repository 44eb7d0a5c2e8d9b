import { useEffect, useState } from 'react'

/** False at first, true when the page has been shown for a while: what nobody misses yet does not hold the page up. */
export function useLater(delay = 1_500): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), delay)
    return () => clearTimeout(timer)
  }, [delay])
  return later
}
