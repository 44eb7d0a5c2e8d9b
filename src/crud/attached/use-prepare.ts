import { useEffect, useEffectEvent, useState } from 'react'
import { useHoldOpen } from '../use-form.ts'
import type { Prepare } from './prepare.ts'

/**
 * Files that are being prepared stand in their field a moment later: a press on Save waits for them, and `save` comes when
 * they are there. Of one that could not be prepared its field says so, and its person presses once more.
 */
export function usePrepare(save: () => void): { prepare: Prepare; waits: boolean; submit: () => void } {
  const [preparing, setPreparing] = useState(0)
  const [waits, setWaits] = useState(false)
  useHoldOpen(preparing > 0)
  const goOn = useEffectEvent(save)
  useEffect(() => {
    if (!waits || preparing > 0) return
    // oxlint-disable-next-line react/set-state-in-effect -- the press was earlier, and this is what it waited for
    setWaits(false)
    goOn()
  }, [waits, preparing])
  const prepare: Prepare = async work => {
    setPreparing(count => count + 1)
    if (!(await work)) setWaits(false)
    setPreparing(count => count - 1)
  }
  return { prepare, waits, submit: () => (preparing > 0 ? setWaits(true) : save()) }
}
