import { Fragment } from 'react'
import { PendingName, RecordName, useTarget } from './reference.tsx'
import { asNumbers, type CellProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  const module = useTarget(field)
  const ids = asNumbers(value)
  if (ids.length === 0) return <>—</>
  return (
    <>
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {module ? <RecordName module={module} id={id} /> : <PendingName id={id} />}
        </Fragment>
      ))}
    </>
  )
}

export const references: KindView = { Cell, wide: true }
