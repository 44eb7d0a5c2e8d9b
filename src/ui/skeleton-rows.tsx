import { useTranslation } from 'react-i18next'
import { Skeleton } from './skeleton.tsx'

const widths = ['w-2/5', 'w-3/5', 'w-1/2', 'w-2/3', 'w-1/3']

/** Rows of a list that is on its way. */
export function SkeletonRows({ rows = 6 }: { rows?: number | undefined }) {
  const { t } = useTranslation('ui')
  return (
    <>
      <span role="status" className="sr-only">
        {t('loading')}
      </span>
      <div aria-busy="true" className="divide-y">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex h-row items-center gap-6 px-4">
            <Skeleton className="w-3.5" />
            <div className="w-32">
              <Skeleton className="w-28" />
            </div>
            <div className="flex-1">
              <Skeleton className={widths[row % widths.length]} />
            </div>
            <div className="w-16">
              <Skeleton />
            </div>
          </div>
        ))}
      </div>
    </>
  )
}
