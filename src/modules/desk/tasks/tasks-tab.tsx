import { useQueryClient } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { MoreButton, MoreRows } from '#src/crud/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { RecordTabProps } from '#src/crud/screens.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { useRecords, type Records } from '#src/data/use-records.ts'
import { useWords } from '#src/fields/words.ts'
import { formatCount } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { HeadCell, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { afterDeed } from './after-deed.ts'
import { mayBeAbout } from './may-be-about.ts'
import { PartialTasks, TasksNotHere } from './no-tasks.tsx'
import { ended } from './question.ts'
import { openNewTask, unended, useTaskState } from './state.ts'
import { TaskRow } from './task-row.tsx'
import { useRowFocus } from './use-row-focus.ts'

/** The tasks about one record: what is to do, those that are due first, and behind a button what was done. */
export function TasksTab({ module, record, field }: RecordTabProps) {
  const { t } = useTranslation('task')
  const mayAdd = useCan(task, 'create')
  const queries = useQueryClient()
  useChanges(task, () => void queries.invalidateQueries({ queryKey: [task.name, 'list'] }))
  const of = (stage: readonly Task['stage'][]) => ({ [field]: [record.id], stage: [...stage] })
  const open = useRecords(task, { filter: of(unended), sort: 'dueAt' })
  const finished = useRecords(task, { filter: of(ended), sort: '-endedAt' })
  const around = useRowFocus(useTaskState().dialogOpen)
  const add = mayAdd && mayBeAbout(record) && (
    <Button size="sm" icon={Plus} onClick={() => openNewTask({ [module.name]: record.id })}>
      {t('task:screen.add')}
    </Button>
  )
  const [shown, setShown] = useState(false)
  const hasFinished = finished.rows.length > 0 || finished.error !== null
  return (
    <Card
      flush
      title={
        <span {...afterDeed} className="rounded-1">
          {t('task:titles.list')}
        </span>
      }
      aside={add}
    >
      <PartialTasks of={open} />
      <div {...around}>
        {open.loading ? (
          <SkeletonRows rows={3} />
        ) : open.rows.length > 0 || open.error ? (
          <Tasks found={open} caption={t('task:titles.list')} />
        ) : finished.loading && !shown ? (
          <SkeletonRows rows={3} />
        ) : open.partial || (finished.partial && !hasFinished) ? (
          <TasksNotHere />
        ) : (
          <EmptyState
            level={3}
            className="min-h-0!"
            title={t(hasFinished || shown ? 'task:screen.tab.noneOpen' : 'task:screen.tab.none')}
          />
        )}
        {!open.loading && (hasFinished || shown) && (
          <Finished found={finished} shown={shown} onShow={() => setShown(!shown)} />
        )}
      </div>
    </Card>
  )
}

/** What was done or given up about the record, the last first. */
function Finished({ found, shown, onShow }: { found: Records<Task>; shown: boolean; onShow: () => void }) {
  const { t } = useTranslation('task')
  const { rows, hasMore, partial } = found
  // Nobody has counted what neither came yet nor can be asked for.
  const number = partial || rows.length === 0 ? '' : `(${formatCount(rows.length, hasMore)})`
  return (
    <>
      <p className="border-t px-2 py-1">
        <Button size="sm" variant="ghost" icon={shown ? ChevronUp : ChevronDown} aria-expanded={shown} onClick={onShow}>
          {t(shown ? 'task:screen.tab.hideFinished' : 'task:screen.tab.showFinished')} {number}
        </Button>
      </p>
      {shown && found.loading && <SkeletonRows rows={3} />}
      {shown && !found.loading && <Tasks found={found} caption={t('task:screen.tab.finished')} className="border-t" />}
    </>
  )
}

type TasksProps = { found: Records<Task>; caption: string; className?: string }

function Tasks({ found, caption, className }: TasksProps) {
  const { t } = useTranslation(['task', 'crud'])
  const words = useWords(task)
  if (found.error)
    return (
      <div className="p-3">
        <Failed message={found.error.message} onAgain={found.again} />
      </div>
    )
  return (
    <div className={className}>
      <div className="overflow-x-auto">
        <Table caption={caption}>
          <TableHead isStatic>
            <HeadCell>{words.field('title')}</HeadCell>
            {/* So wide that they stand below each other in both tables. */}
            <HeadCell className="min-w-36">{words.field('dueAt')}</HeadCell>
            <HeadCell className="min-w-40">{t('task:screen.table.status')}</HeadCell>
            <HeadCell className="min-w-16">{t('task:screen.table.assignedTo')}</HeadCell>
          </TableHead>
          <TableBody>
            {found.rows.map(row => (
              <TaskRow key={row.id} row={row} person="assignedTo" />
            ))}
          </TableBody>
        </Table>
      </div>
      <MoreRows found={found}>
        <p className="border-t p-2 text-center">
          <MoreButton found={found} />
        </p>
      </MoreRows>
    </div>
  )
}
