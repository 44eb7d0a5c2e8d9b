import { useEffect, useEffectEvent, useState } from 'react'
import { useSteady } from '#src/lib/use-steady.ts'
import { useHoldOpen } from '#src/session/leave.ts'
import type { Prepare } from './prepare.ts'

type Preparing<Way> = {
  prepare: Prepare
  /** There is more to come than the fields have. */
  isComing: boolean
  /** A press on Save waits for it. */
  waits: boolean
  submit: (way: Way) => void
}

/**
 * Files that are being prepared stand in their field a moment later: a press on Save waits for them, and `save` comes when
 * they are there. Of one that could not be prepared its field says so, and its person presses once more.
 */
export function usePrepare<Way = void>(save: (way: Way) => void): Preparing<Way> {
  const [preparing, setPreparing] = useState(0)
  const [held, setHeld] = useState<{ way: Way } | null>(null)
  const isComing = preparing > 0
  useHoldOpen(isComing)
  const goOn = useEffectEvent(save)
  useEffect(() => {
    if (!held || isComing) return
    // oxlint-disable-next-line react/set-state-in-effect -- the press was earlier, and this is what it waited for
    setHeld(null)
    goOn(held.way)
  }, [held, isComing])
  const prepare: Prepare = useSteady(async (work: Promise<boolean>) => {
    setPreparing(count => count + 1)
    if (!(await work)) setHeld(null)
    setPreparing(count => count - 1)
  })
  return { prepare, isComing, waits: held !== null, submit: way => (isComing ? setHeld({ way }) : save(way)) }
}
