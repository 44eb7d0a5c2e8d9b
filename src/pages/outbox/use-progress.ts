import { useState } from 'react'

/** Fewer than this are gone before anybody reads a number. */
const MANY = 10

/** How much of what waited when it began is sent by now; null where little waits. */
export function useProgress(left: number): { done: number; total: number } | null {
  const [total, setTotal] = useState(left)
  // A queue that grows, or has been emptied, begins anew.
  if (left > total || (left === 0 && total !== 0)) setTotal(left)
  return total >= MANY && left > 0 && left < total ? { done: total - left, total } : null
}
