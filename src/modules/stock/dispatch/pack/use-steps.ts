import { useState } from 'react'
import type { Row } from '#contract/module.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { useSayWaiting } from '#src/crud/say-waiting.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useMoves } from '#src/data/use-writes.ts'

/** `fields`: what is wrong, by the field that it is about. */
type OnRefused = (why: string, fields?: Record<string, string>) => void

export type Steps = ReturnType<typeof useSteps>

/** A step that was not taken, of the parcel as it was shown then. */
export type Refusal = { why: string; fields?: Record<string, string> | undefined; version: number }

/** Makes moves with a parcel, one after the other; the first that is not taken ends it. */
export function useSteps(row: Dispatch, onRefused: OnRefused) {
  const move = useMoves(dispatch)
  const sayWaiting = useSayWaiting()
  const [busy, setBusy] = useState<string | null>(null)
  const make = async (moves: readonly string[], args: Record<string, unknown> = {}): Promise<boolean> => {
    if (busy !== null) return false
    let now: Pick<Row, 'id' | 'version'> = row
    onRefused('')
    for (const name of moves) {
      setBusy(name)
      const outcome = await outcomeOf(() => move(now, name, args))
      sayWaiting(outcome)
      if (outcome.state === 'saved' || outcome.state === 'waiting') now = outcome.row ?? now
      else {
        setBusy(null)
        onRefused(whyNot(outcome), outcome.state === 'refused' ? outcome.fields : undefined)
        return false
      }
    }
    setBusy(null)
    return true
  }
  return { busy, make }
}
