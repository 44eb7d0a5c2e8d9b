import { useState, type ReactNode } from 'react'
import type { Row } from '#contract/module.ts'
import { useRecord } from '#src/data/use-records.ts'
import type { Failure } from '#src/data/words.ts'
import { useHoldOpen } from '#src/session/leave.ts'
import { NoRecord } from './no-record.tsx'
import type { ScreenProps } from './screens.ts'

export type Seen = {
  /** What the person saw first: their changes are measured against it. */
  seen: Row
  /** The record as it is by now. */
  current: Row
  /** It is not there any more, or not for this person: nothing of it can be saved. */
  gone: boolean
  /** Something is typed, or being saved. */
  onDirty: (dirty: boolean) => void
}

/** A record that is being changed; a clean form starts again from what is new, one with something typed does not. */
export function EditForm(props: {
  screens: ScreenProps['screens']
  id: number
  children: (seen: Seen) => ReactNode
  /** What stands there while it is looked for, or where there is none: a page's own state, unless given. */
  none?: (looked: { loading: boolean; error: Failure | null }) => ReactNode
}) {
  const { screens, id, children, none } = props
  const { row, loading, error } = useRecord(screens.module, id)
  const [dirty, setDirty] = useState(false)
  const [seen, setSeen] = useState<Row | null>(null)
  if (row && !dirty && row.version !== seen?.version) setSeen(row)
  const gone = seen !== null && (row === null || error?.code === 'forbidden')
  // Where its draft would be found again nothing opens: it is none, for whoever leaves.
  useHoldOpen(gone && dirty)
  if (seen) return children({ seen, current: row ?? seen, gone, onDirty: setDirty })
  if (none) return none({ loading, error })
  return <NoRecord screens={screens} loading={loading} error={error} />
}
