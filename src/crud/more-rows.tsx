import type { ReactNode } from 'react'
import type { Records } from '#src/data/use-records.ts'
import { NotLoaded } from './not-loaded.tsx'

type Props = { found: Pick<Records, 'hasMore' | 'loadMore' | 'moreError'>; children: ReactNode }

/** What stands under rows that are not all of them: the way to those after them, or why these did not come. */
export function MoreRows({ found: { hasMore, loadMore, moreError }, children }: Props) {
  if (!moreError) return hasMore && children
  return (
    <div className="border-t p-3">
      <NotLoaded message={moreError.message} onAgain={loadMore} />
    </div>
  )
}
