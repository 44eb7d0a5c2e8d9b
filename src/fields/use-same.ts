import { useState } from 'react'
import { same } from '#contract/merge.ts'

/** The same object at each drawing, until something of it changes. */
export function useSame<T>(value: T): T {
  const [kept, keep] = useState(value)
  if (same(kept, value)) return kept
  keep(value)
  return value
}
