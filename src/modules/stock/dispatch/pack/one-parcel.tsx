import { useState } from 'react'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { stillHere } from '#contract/modules/stock/dispatch-left.ts'
import type { PackFor } from '../for/pack-for.ts'
import { OnTheWay } from './on-the-way.tsx'
import { PackParcel } from './pack-parcel.tsx'
import { useSteps, type Refusal } from './use-steps.ts'

type Props = {
  what: PackFor
  row: Dispatch
  /** Its other parcels. */
  others: readonly Dispatch[]
  /** Which of its parcels it is. */
  at: number
  /** It is this one that somebody works with, wherever it stands next. */
  onStep: () => void
}

/**
 * One parcel, wherever it stands. A step is shown before the server has taken it: whoever made it is still here where it is
 * not taken, and hears why.
 */
export function OneParcel({ what, row, others, at, onStep }: Props) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const refuse = (why: string, fields?: Record<string, string>) =>
    setRefusal(why ? { why, fields, version: row.version } : null)
  const { busy, make } = useSteps(row, refuse)
  const steps = {
    busy,
    make: (moves: readonly string[], args?: Record<string, unknown>) => {
      onStep()
      return make(moves, args)
    },
  }
  return stillHere.includes(row.stage) ? (
    <PackParcel
      what={what}
      row={row}
      others={others}
      at={at}
      steps={steps}
      refusal={refusal}
      onRefused={why => refuse(why)}
    />
  ) : (
    <OnTheWay row={row} at={at} />
  )
}
