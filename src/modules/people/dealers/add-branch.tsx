import { useParams } from 'react-router-dom'
import { dealer } from '#contract/modules/people/dealer.ts'
import { can } from '#contract/rules.ts'
import { RecordForm } from '#src/crud/form-screen.tsx'
import { NoRecord } from '#src/crud/no-record.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useActor } from '#src/session/actor.ts'

/** A new branch of the dealer that the address names. */
export function AddBranch(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const actor = useActor()
  const { row, loading, error } = useRecord(dealer, id)
  if (!row) return <NoRecord screens={{ ...props.screens, module: dealer }} loading={loading} error={error} />
  return (
    <RecordForm
      key={id}
      {...props}
      start={{ dealer: id }}
      about={<span className="text-muted">{row.name}</span>}
      {...(can(actor, dealer, 'details') && { after: `/dealer/dealer-details/${id}` })}
    />
  )
}
