import { useRef, useState } from 'react'
import type { Which } from './entries.ts'

const keyOf = ({ module, id }: Which) => `${module}:${id}`

export type Turns = {
  /** Something is waited for. */
  busy: boolean
  /** After all that came before. What goes wrong in one holds up none of the others. */
  inTurn: (work: () => Promise<unknown>) => void
  /** Whatever is done with one record meanwhile is waited for. */
  during: <T>(about: Which, work: () => Promise<T>) => Promise<T>
  /** What is being done with that record. */
  underWay: (about: Which) => Promise<unknown> | undefined
}

/** What is done one after the other, and what goes on beside it. */
export function useTurns(): Turns {
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const made = useRef(new Map<string, Promise<unknown>>())
  const [working, setWorking] = useState(0)
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    setWorking(count => count + 1)
    try {
      return await work()
    } finally {
      setWorking(count => count - 1)
    }
  }
  return {
    busy: working > 0,
    inTurn: work => void counted(() => (queue.current = queue.current.then(work).catch(() => undefined))),
    during: (about, work) => {
      const making = counted(work).finally(() => made.current.delete(keyOf(about)))
      made.current.set(keyOf(about), making)
      return making
    },
    underWay: about => made.current.get(keyOf(about)),
  }
}
