import { Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { piece } from '#src/lib/piece.ts'
import { useHasLabel } from '#src/labels/use-add-labels.ts'
import type { Screens } from './screens.ts'

const PrintNow = piece(() => import('#src/labels/print-now.tsx').then(it => it.PrintNow))

/** What a press leaves in the history beside an address. A link says no such thing, and so prints nothing. */
export const printsLabel = { print: 'label' } as const

/** Prints the label of a record whose page was opened for that, once. */
export function LabelInAddress({ screens: { module, label }, row }: { screens: Screens; row: Row }) {
  const has = useHasLabel(module)
  const location = useLocation()
  const navigate = useNavigate()
  const { print, ...state } = (location.state ?? {}) as Partial<typeof printsLabel>
  if (!has || !label || print !== printsLabel.print) return null
  const done = () => void navigate(location, { replace: true, state })
  return (
    <Suspense>
      <PrintNow module={module} load={label} row={row} onDone={done} />
    </Suspense>
  )
}
