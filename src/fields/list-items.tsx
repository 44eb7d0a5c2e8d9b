import { Fragment } from 'react'
import { ItemName } from './list-item.tsx'
import { asNumbers, type CellProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  return (
    <>
      {asNumbers(value).map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <ItemName list={field.meta.list} id={id} />
        </Fragment>
      ))}
    </>
  )
}

export const listItems: KindView = { Cell, wide: true }
