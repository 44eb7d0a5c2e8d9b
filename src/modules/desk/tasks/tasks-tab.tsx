import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { task } from '#contract/modules/desk/task.ts'
import { Failed } from '#src/crud/detail-part.tsx'
import type { RecordTabProps } from '#src/crud/screens.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { useRecords } from '#src/data/use-records.ts'
import { useWords } from '#src/fields/words.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { goFromRowToRow } from '#src/ui/row-keys.ts'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { HeadCell, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { PartialTasks, TasksNotHere } from './no-tasks.tsx'
import { openNewTask } from './state.ts'
import { TaskRow } from './task-row.tsx'

/** All tasks about one record, those that are due first. */
export function TasksTab({ module, record, field }: RecordTabProps) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const mayAdd = useCan(task, 'create')
  const queries = useQueryClient()
  useChanges(task, () => void queries.invalidateQueries({ queryKey: [task.name, 'list'] }))
  const found = useRecords(task, { filter: { [field]: [record.id] }, sort: 'dueAt' })
  const add = mayAdd && (
    <Button size="sm" icon={Plus} onClick={() => openNewTask({ [module.name]: record.id })}>
      {t('task:screen.add')}
    </Button>
  )
  return (
    <Card flush title={t('task:titles.list')} aside={add}>
      <PartialTasks of={found} />
      {found.error ? (
        <div className="p-3">
          <Failed message={found.error.message} onAgain={found.again} />
        </div>
      ) : found.loading ? (
        <SkeletonRows rows={3} />
      ) : found.rows.length === 0 && found.partial ? (
        <TasksNotHere />
      ) : found.rows.length === 0 ? (
        <EmptyState level={3} className="min-h-0" title={t('task:screen.tab.none')} />
      ) : (
        <div role="presentation" onKeyDown={goFromRowToRow} className="overflow-x-auto">
          <Table caption={t('task:titles.list')}>
            <TableHead isStatic>
              <HeadCell>{words.field('title')}</HeadCell>
              <HeadCell>{words.field('dueAt')}</HeadCell>
              <HeadCell>{t('task:screen.table.status')}</HeadCell>
              <HeadCell>{t('task:screen.table.assignedTo')}</HeadCell>
            </TableHead>
            <TableBody>
              {found.rows.map(row => (
                <TaskRow key={row.id} row={row} person="assignedTo" />
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {found.hasMore && (
        <p className="border-t p-2 text-center">
          <Button size="sm" variant="ghost" loading={found.loadingMore} onClick={found.loadMore}>
            {t('crud:records.more')}
          </Button>
        </p>
      )}
    </Card>
  )
}
