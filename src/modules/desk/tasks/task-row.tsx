import { useTranslation } from 'react-i18next'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { WaitingBadge } from '#src/crud/waiting-badge.tsx'
import { useData } from '#src/data/data.ts'
import { useKept } from '#src/data/use-kept.ts'
import { useMark } from '#src/data/use-marks.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { Person } from '#src/parts/person.tsx'
import { useCan } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Cell, Row } from '#src/ui/table.tsx'
import { Due } from './due.tsx'
import { isEnded } from './question.ts'
import { links, openTask } from './state.ts'
import { TaskStage } from './task-stage.tsx'

type Props = {
  row: Task
  /** Whose face stands at the end: who gave it, or who has it. */
  person: 'assignedBy' | 'assignedTo'
  selected?: boolean
  /** Where rows can be selected; `isRange`: with all between it and the one before. */
  onSelect?: ((id: number, isRange: boolean) => void) | false
  /** On the page of a record it is known what the task is about. */
  withRecord?: boolean
}

/** One task in a table. */
export function TaskRow({ row, person, selected = false, onSelect, withRecord }: Props) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const mark = useMark(task, row.id)
  return (
    <Row selected={selected} faded={isEnded(row)}>
      {onSelect && (
        <Cell check>
          <Checkbox
            checked={selected}
            onChange={(_, { nativeEvent }) => onSelect(row.id, (nativeEvent as MouseEvent).shiftKey)}
            // Else the words between the two rows are marked as well.
            onMouseDown={event => event.shiftKey && event.preventDefault()}
            aria-label={t('task:screen.table.select', { title: row.title })}
          />
        </Cell>
      )}
      <Cell flex>
        <span className="flex items-center gap-2">
          <Title row={row} />
          <WaitingBadge mark={mark} />
          {(row.priority === 'high' || row.priority === 'urgent') && (
            <Badge tone={row.priority === 'urgent' ? 'danger' : 'warning'}>
              {words.option('priority', row.priority)}
            </Badge>
          )}
        </span>
      </Cell>
      {withRecord && (
        <Cell label={t('task:screen.table.record')}>
          <About row={row} />
        </Cell>
      )}
      <Cell label={words.field('dueAt')}>
        <Due row={row} />
      </Cell>
      <Cell label={t('task:screen.table.status')}>
        <TaskStage stage={row.stage} />
      </Cell>
      <Cell label={t(`task:screen.table.${person}`)}>
        <Person id={row[person]} />
      </Cell>
    </Row>
  )
}

/** It opens the task for whoever may look into it: by their permission, or because the device keeps it for them. */
function Title({ row: { id, title } }: { row: Task }) {
  const may = useCan(task, 'details')
  const kept = useKept(task, may ? 0 : id)
  if (!may && !kept?.row) return <bdi className="min-w-0 truncate font-medium">{title}</bdi>
  return (
    <button
      type="button"
      data-row-link=""
      onClick={() => openTask(id)}
      className="inline-flex min-h-hit min-w-0 items-center rounded-1 text-start font-medium hover:underline"
    >
      <bdi className="truncate">{title}</bdi>
    </button>
  )
}

/** The first of what it is about, and how many more there are. */
function About({ row }: { row: Task }) {
  const { register } = useData()
  const here = links.flatMap(link => {
    const id = row[link as keyof Task]
    return typeof id === 'number' ? [{ link, id }] : []
  })
  const [first] = here
  if (!first) return <span className="text-subtle">—</span>
  const module = register[first.link]
  return (
    <span className="flex max-w-48 items-center gap-2">
      <i data-mark={module?.colour ?? 'none'} className="h-4 w-0.75 shrink-0 rounded-full bg-mark" />
      <bdi className="truncate">{module ? <RecordLink module={module} id={first.id} /> : `#${first.id}`}</bdi>
      {here.length > 1 && <span className="text-20 text-subtle">+{here.length - 1}</span>}
    </span>
  )
}
