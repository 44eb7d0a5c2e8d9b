import { createContext, use, useEffectEvent, useLayoutEffect } from 'react'
import { playSound } from '#src/parts/sounds.ts'

type Take = (code: string, byGun: boolean) => void

/** More than anybody scans while a mode comes. Where it does not come, they hear so. */
export const MOST_WAITING = 50

/** Hands on what the camera, the gun and the field read. What comes before a mode is there waits for it. */
export function makeDesk() {
  let taker: Take | null = null
  let waiting: readonly Parameters<Take>[] = []
  return {
    give(...scan: Parameters<Take>): void {
      if (taker) taker(...scan)
      else if (waiting.length < MOST_WAITING) waiting = [...waiting, scan]
      else playSound('wrong')
    },
    /** What waits was scanned for a mode that somebody has left. */
    forget(): void {
      waiting = []
    },
    /** From now on `next` takes them. Answers how to stop that. */
    takenBy(next: Take): () => void {
      taker = next
      const before = waiting
      waiting = []
      for (const scan of before) next(...scan)
      return () => {
        if (taker === next) taker = null
      }
    },
  }
}

/** What a mode knows of the page around it. */
export type AtDesk = {
  desk: ReturnType<typeof makeDesk>
  /** Lies over the camera: what blocks is drawn into it. */
  cover: HTMLElement | null
  /** Something lies there, and nothing is read before it was answered. */
  setBlocked: (blocked: boolean) => void
  /** Back to where the next code is typed. */
  focus: () => void
}

export const DeskContext = createContext<AtDesk | null>(null)

export function useDesk(): AtDesk {
  const at = use(DeskContext)
  if (!at) throw new Error('A mode is drawn on the page of the scanner')
  return at
}

/** Takes the scans of the page while the component is there, and is ready for them. */
export function useTakes(take: Take, ready = true): void {
  const { desk } = useDesk()
  const now = useEffectEvent(take)
  // With what is drawn: a scan in between would be taken by what stood there before, which is gone.
  useLayoutEffect(() => (ready ? desk.takenBy((code, byGun) => now(code, byGun)) : undefined), [desk, ready])
}
