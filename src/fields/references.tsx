import { Fragment } from 'react'
import { useModule } from '#src/data/data.ts'
import { RecordName } from './reference.tsx'
import { asNumbers, type CellProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  const module = useModule(field.meta.module ?? '')
  const ids = asNumbers(value)
  if (ids.length === 0) return <>—</>
  return (
    <>
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <RecordName module={module} id={id} />
        </Fragment>
      ))}
    </>
  )
}

export const references: KindView = { Cell, wide: true }
