import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Select } from '#src/ui/select.tsx'
import { setPageIndex, setPageSize } from './state.ts'
import type { TaskPage } from './use-tasks.ts'

const sizes = [10, 25, 50]

type Props = { page: TaskPage; pageSize: number; onAll: () => void }

/** Which tasks of how many are shown, and the ways to the others; in two rows where one has no room. */
export function TaskPager({ page: { rows, total, pageIndex, last }, pageSize, onAll }: Props) {
  const { t } = useTranslation('task')
  const shown = rows.length
  const first = (pageIndex - 1) * pageSize + 1
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="me-auto tabular-nums">
        {shown > 0 &&
          t(total === null ? 'task:screen.pager.shown' : 'task:screen.pager.of', {
            from: formatNumber(first),
            to: formatNumber(first + shown - 1),
            total: total === null ? '' : formatNumber(total),
          })}
      </span>
      <Button size="sm" variant="ghost" onClick={onAll} className="max-sm:-me-2">
        {t('task:screen.table.all')}
      </Button>
      <div className="flex items-center gap-3 max-sm:basis-full">
        <span className="min-w-28 shrink-0 max-sm:me-auto">
          <Select
            size="sm"
            aria-label={t('task:screen.pager.size')}
            options={sizes.map(value => ({ value, label: t('task:screen.pager.rows', { count: value }) }))}
            value={pageSize}
            onChange={setPageSize}
          />
        </span>
        <IconButton
          size="sm"
          mirrored
          icon={ChevronLeft}
          label={t('task:screen.pager.previous')}
          disabled={pageIndex <= 1}
          onClick={() => setPageIndex(pageIndex - 1)}
        />
        <IconButton
          size="sm"
          mirrored
          icon={ChevronRight}
          label={t('task:screen.pager.next')}
          disabled={last === null || pageIndex >= last}
          onClick={() => setPageIndex(pageIndex + 1)}
        />
      </div>
    </div>
  )
}
