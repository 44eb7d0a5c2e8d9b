import ListFilter from 'lucide-react/icons/list-filter'
import ListTodo from 'lucide-react/icons/list-todo'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { task } from '#contract/modules/desk/task.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useWords } from '#src/fields/words.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Count } from '#src/ui/count.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { HeadCell, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { afterDeed } from './after-deed.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CardsBar } from './cards-bar.tsx'
import { PartialTasks, TasksNotHere } from './no-tasks.tsx'
import { filterOf, presetOf, type Preset } from './question.ts'
import { beginFor, openNewTask, setFilter, setQuery, setSort, useTaskState, type TaskState } from './state.ts'
import { TaskFilter, TaskFilterChips } from './task-filter.tsx'
import { TaskPager } from './task-pager.tsx'
import { TaskRow } from './task-row.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { useSelecting } from './use-selecting.ts'
import { useTasks, type TaskPage } from './use-tasks.ts'

const presets = ['mine', 'byMe', 'overdue'] as const

/** The tasks on the home page: whose they are, how they stand, and what can be done with many of them at once. */
export function TaskTable() {
  const { t } = useTranslation('task')
  const me = useActor().id
  useState(() => beginFor(me))
  const state = useTaskState()
  const mayEdit = useCan(task, 'edit')
  const page = useTasks(state)
  const preset = presetOf(state, me)
  const isNarrowed = state.tableData.query.trim() !== '' || state.filter.status.length > 0 || preset === null
  const [filtering, setFiltering] = useState(isNarrowed)
  const choose = (next: Preset) => setFilter(filterOf(next, me), next === 'overdue', next === 'today')
  const selected = page.rows.filter(row => state.selectedTasks.some(({ id }) => id === row.id))
  return (
    <Card
      flush
      aria-label={t('task:titles.list')}
      title={
        <span {...afterDeed} className="inline-flex items-center gap-2 rounded-1">
          {t(preset === 'all' || preset === null ? 'task:titles.list' : 'task:screen.table.mine')}
          {page.total !== null && page.total > 0 && <Count of={page.total} />}
        </span>
      }
      aside={
        <>
          <SegmentedControl
            label={t('task:screen.table.presets')}
            options={presets.map(value => ({ value, label: t(`task:screen.preset.${value}`) }))}
            value={preset ?? 'all'}
            onChange={next => choose(next)}
            className="max-sm:hidden"
          />
          <IconButton
            size="sm"
            icon={ListFilter}
            label={t('task:screen.table.filter')}
            aria-expanded={filtering}
            onClick={() => setFiltering(!filtering)}
          />
        </>
      }
      footer={<TaskPager page={page} pageSize={state.tableData.pageSize} onAll={() => choose('all')} />}
    >
      <div className="border-b px-4 py-2 sm:hidden">
        <SegmentedControl
          label={t('task:screen.table.presets')}
          options={presets.map(value => ({ value, label: t(`task:screen.preset.${value}`) }))}
          value={preset ?? 'all'}
          onChange={next => choose(next)}
        />
      </div>
      {filtering ? (
        <TaskFilter state={state} />
      ) : (
        <TaskFilterChips state={state} preset={preset} onAllDays={() => choose('mine')} />
      )}
      {mayEdit && <BulkBar selected={selected} page={page} />}
      <PartialTasks of={page} />
      <Body
        state={state}
        page={page}
        // Whoever has them is said wherever that may be anybody.
        person={state.filter.assigned_to_id === null ? 'assignedTo' : 'assignedBy'}
        selectable={mayEdit}
      >
        <Nothing
          preset={isNarrowed ? null : preset}
          partial={page.partial}
          onClear={() => {
            setFilter({ status: [], ...filterOf('mine', me) }, false, false)
            setQuery('')
          }}
        />
      </Body>
    </Card>
  )
}

type BodyProps = {
  state: TaskState
  page: TaskPage
  person: 'assignedBy' | 'assignedTo'
  selectable: boolean
  children: ReactNode
}

function Body({ state, page, person, selectable, children }: BodyProps) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const { sort } = state.tableData
  const { isSelected, select, keys, all } = useSelecting(page.rows, state.selectedTasks)
  const around = useRowFocus(state.dialogOpen, selectable ? keys : null)
  if (page.error)
    return (
      <div className="p-3">
        <Failed message={page.error.message} onAgain={page.again} />
      </div>
    )
  if (page.loading) return <SkeletonRows rows={5} />
  if (page.rows.length === 0) return children
  // Above cards the bar has what these have: nobody's keyboard comes to what is not seen.
  const head = (key: string, label: string) => (
    <HeadCell
      className="max-sm:hidden"
      sort={sort.key === key && sort.order !== '' ? (sort.order === 'asc' ? 'ascending' : 'descending') : 'none'}
      onSort={() => setSort(key)}
    >
      {label}
    </HeadCell>
  )
  return (
    <>
      <CardsBar sort={sort}>
        {selectable && <Checkbox {...all} label={t('task:screen.table.selectAllShort')} />}
      </CardsBar>
      <div {...around} className="overflow-x-auto">
        <Table caption={t('task:titles.list')}>
          <TableHead isStatic>
            {selectable && (
              <HeadCell className="w-10 pe-0! max-sm:hidden">
                <Checkbox {...all} aria-label={t('task:screen.table.selectAll')} />
              </HeadCell>
            )}
            {head('title', words.field('title'))}
            <HeadCell>{t('task:screen.table.record')}</HeadCell>
            {head('dueAt', words.field('dueAt'))}
            <HeadCell>{t('task:screen.table.status')}</HeadCell>
            <HeadCell>{t(`task:screen.table.${person}`)}</HeadCell>
          </TableHead>
          <TableBody>
            {page.rows.map(row => (
              <TaskRow
                key={row.id}
                row={row}
                person={person}
                onSelect={selectable && select}
                selected={isSelected(row.id)}
                withRecord
              />
            ))}
          </TableBody>
        </Table>
      </div>
    </>
  )
}

/** What it means that a usual view is empty. */
const emptyViews: Record<Preset, string> = {
  mine: 'task:screen.table.none',
  byMe: 'task:screen.table.noneByMe',
  overdue: 'task:screen.table.noneOverdue',
  today: 'task:screen.table.noneToday',
  all: 'task:screen.table.noneAtAll',
}

/** `preset`: the usual view that has nothing; null where more is asked than it asks. */
type NothingProps = { preset: Preset | null; partial: boolean; onClear: () => void }

function Nothing({ preset, partial, onClear }: NothingProps) {
  const { t } = useTranslation('task')
  const mayAdd = useCan(task, 'create')
  const action =
    preset === null ? (
      <Button onClick={onClear}>{t('task:screen.table.clear')}</Button>
    ) : (
      mayAdd && preset !== 'overdue' && <Button onClick={() => openNewTask()}>{t('task:screen.add')}</Button>
    )
  if (partial) return <TasksNotHere action={action} />
  return preset === null ? (
    <EmptyState level={3} className="min-h-0!" title={t('task:screen.table.noMatch')} action={action} />
  ) : (
    <EmptyState
      icon={ListTodo}
      level={3}
      className="min-h-0!"
      title={t(emptyViews[preset])}
      text={preset === 'mine' && t('task:screen.table.noneText')}
      action={action}
    />
  )
}
