import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Records } from '#src/data/use-records.ts'
import { Button } from '#src/ui/button.tsx'
import { NotLoaded } from '#src/parts/not-loaded.tsx'

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

/** The way to the rows after these, as it stands under a short table. */
export function MoreButton({ found: { loadMore, loadingMore } }: { found: Pick<Records, 'loadMore' | 'loadingMore'> }) {
  const { t } = useTranslation('crud')
  return (
    <Button size="sm" variant="ghost" loading={loadingMore} onClick={loadMore}>
      {t('crud:records.more')}
    </Button>
  )
}
