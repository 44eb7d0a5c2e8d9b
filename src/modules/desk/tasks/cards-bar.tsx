import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '#src/ui/select.tsx'
import { sortBy, type TaskState } from './state.ts'

type Sort = TaskState['tableData']['sort']

/** The ways to sort, by their words; the order of the columns' heads comes first. */
const sorts = {
  dueFirst: { key: 'dueAt', order: 'asc' },
  dueLast: { key: 'dueAt', order: 'desc' },
  aToZ: { key: 'title', order: 'asc' },
  zToA: { key: 'title', order: 'desc' },
  newest: { key: 'title', order: '' },
} as const satisfies Record<string, Sort>
type Way = keyof typeof sorts
const ways = Object.keys(sorts) as Way[]

const isSo = (sort: Sort, way: Way) =>
  sort.order === sorts[way].order && (sort.order === '' || sort.key === sorts[way].key)

/** Above cards, which have no heads of columns: the box for all of them, and how they are sorted. */
export function CardsBar({ sort, children }: { sort: Sort; children: ReactNode }) {
  const { t } = useTranslation('task')
  return (
    <div className="flex items-center gap-3 border-b bg-surface-sunken px-4 py-2 sm:hidden">
      {children}
      <span className="ms-auto min-w-36">
        <Select
          size="sm"
          aria-label={t('task:screen.table.sort')}
          options={ways.map(value => ({ value, label: t(`task:screen.sorts.${value}`) }))}
          value={ways.find(way => isSo(sort, way)) ?? null}
          onChange={way => sortBy(sorts[way])}
        />
      </span>
    </div>
  )
}
