import { Suspense } from 'react'
import { piece } from '#src/lib/piece.ts'
import { asNumbers, type CellProps, type KindView } from './view.ts'

// Most lists have no pictures.
const FilesCell = piece(() => import('#src/attached/files-cell.tsx').then(({ FilesCell }) => FilesCell))

function Cell({ value }: CellProps) {
  return (
    <Suspense fallback={<span className="inline-block h-7" />}>
      <FilesCell ids={asNumbers(value)} />
    </Suspense>
  )
}

export const files: KindView = { Cell, label: 'group', wide: true }
