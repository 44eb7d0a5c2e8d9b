import { useState, type ReactNode } from 'react'
import type { Row } from '#contract/module.ts'
import { useRecord } from '#src/data/use-records.ts'
import { NoRecord } from './no-record.tsx'
import type { ScreenProps } from './screens.ts'

type Seen = {
  /** What the person saw first: their changes are measured against it. */
  seen: Row
  /** The record as it is by now. */
  current: Row
  /** Somebody else changed it since. */
  changed: boolean
  onDirty: (dirty: boolean) => void
}

/** A record that is being changed; a clean form starts again from what is new, one with something typed does not. */
export function EditForm(props: {
  screens: ScreenProps['screens']
  id: number
  children: (seen: Seen) => ReactNode
  /** What stands there while it is looked for, or where there is none: a page's own state, unless given. */
  none?: (looked: { loading: boolean; error: { message: string } | null }) => ReactNode
}) {
  const { screens, id, children, none } = props
  const { row, loading, error } = useRecord(screens.module, id)
  const [dirty, setDirty] = useState(false)
  const [seen, setSeen] = useState<Row | null>(null)
  if (row && !dirty && row.version !== seen?.version) setSeen(row)
  if (seen)
    return children({
      seen,
      current: row ?? seen,
      changed: row ? row.version !== seen.version : false,
      onDirty: setDirty,
    })
  if (none) return none({ loading, error })
  return <NoRecord screens={screens} loading={loading} error={error} />
}
