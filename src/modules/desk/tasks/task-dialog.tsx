import Ban from 'lucide-react/icons/ban'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { isEditable, movesOf } from '#contract/record-rules.ts'
import { useMoveDeeds } from '#src/crud/detail-moves.tsx'
import { EditForm } from '#src/crud/edit-form.tsx'
import { FormBody, useFormLayout } from '#src/crud/form-body.tsx'
import { FormNotices } from '#src/crud/form-notices.tsx'
import { useSayKept } from '#src/crud/say-waiting.ts'
import { askToLeave, useHoldOpen } from '#src/session/leave.ts'
import { useRecordForm } from '#src/crud/use-record-form.ts'
import { WaitingBadge } from '#src/crud/waiting-badge.tsx'
import { useMark } from '#src/data/use-marks.ts'
import { titleOf } from '#src/data/use-titles.ts'
import type { Failure } from '#src/data/words.ts'
import { useWords } from '#src/fields/words.ts'
import { isPressed } from '#src/lib/keys/is-pressed.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { taskScreens } from '../task.ts'
import { AssignedToInput } from './assigned-to-input.tsx'
import { GoneTask } from './gone-task.tsx'
import { Remarks } from './remarks.tsx'
import { closeTask, fieldsOf, links, useTaskState, type DefaultValues } from './state.ts'
import { TaskFacts } from './task-facts.tsx'
import { TaskLinks } from './task-links.tsx'
import { TaskStage } from './task-stage.tsx'
import { useRemark, useWaitingWords } from './use-remark.ts'
import { WayOut } from './way-out.tsx'

/** The one dialog of tasks: a new one with what it is about, or one that is there with what was said and what can be done. */
export function TaskDialog() {
  const { dialogOpen, task: opened, defaultValues } = useTaskState()
  const mayEdit = useCan(task, 'edit')
  useCloseElsewhere()
  if (!dialogOpen) return null
  if (!opened) return <Sheet defaults={defaultValues} />
  return (
    <EditForm key={opened.id} screens={taskScreens} id={opened.id} none={nothing}>
      {open => (mayEdit ? <Sheet {...open} /> : <TaskFacts row={open.current} gone={open.gone} />)}
    </EditForm>
  )
}

/** Whoever comes to another page has left the task. Not before: what is typed into it may keep them here. */
function useCloseElsewhere() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== pathname) closeTask()
    last.current = pathname
  }, [pathname])
}

type Looked = { loading: boolean; error: Failure | null }
const nothing = (looked: Looked) => <Nothing {...looked} />

function Nothing({ loading, error }: Looked) {
  const { t } = useTranslation(['task', 'crud'])
  return (
    // While the form is fetched that is to take its place, this one is hidden, and would take that for a wish to close it.
    <Dialog open sticky={loading} size="md" onClose={closeTask} title={t('task:titles.details')}>
      {loading ? (
        <SkeletonRows rows={4} />
      ) : (
        <EmptyState
          icon={Ban}
          level={3}
          tone={error ? 'danger' : 'neutral'}
          title={error ? t('crud:records.failed', { title: t('task:titles.details') }) : t('task:screen.dialog.gone')}
          text={error?.code === 'unreachable' ? t('task:screen.dialog.notHere') : error?.message}
        />
      )}
    </Dialog>
  )
}

const noLinks = Object.fromEntries(links.map(link => [link, null]))

/** With a control that comes along with the dialog: none of it is fetched while the dialog stands. */
const formScreens = { ...taskScreens, inputs: { assignedTo: AssignedToInput } }

type SheetProps = {
  defaults?: DefaultValues
  seen?: Row
  current?: Row
  gone?: boolean
  onDirty?: (dirty: boolean) => void
}

function Sheet({ defaults, seen: opened, current, gone = false, onDirty }: SheetProps) {
  const { t } = useTranslation(['task', 'crud'])
  const words = useWords(task)
  const me = useActor().id
  const layout = useFormLayout(taskScreens)
  const waits = useWaitingWords()
  const sayKept = useSayKept()
  const record = useRecordForm({
    module: task,
    names: [...layout.flat(), ...links, 'taskRemarks'],
    seen: opened,
    current,
    hasMore: waits[0].trim() !== '',
    // Said of each link, also that there is none: a draft begins with what it was about, and goes into no other's task.
    ...(defaults ? { start: { assignedTo: me, ...noLinks, ...fieldsOf(defaults) } } : {}),
    place: 'dialog',
    prefix: 'task',
    onSaved: (outcome, _next, isHere) => {
      sayKept(outcome, t(opened ? 'crud:form.saved' : 'task:screen.added'))
      if (isHere) closeTask()
    },
  })
  const { form, seen, saving } = record
  const row = current ?? seen
  const remark = useRemark(form, { seen, there: row, waits })
  const dirty = form.dirty || remark.isWaiting
  const open = record.open || remark.isWaiting
  // No draft has it yet.
  useHoldOpen(remark.isWaiting)
  useEffect(() => onDirty?.(open), [open, onDirty])
  const [isUnchanged, setUnchanged] = useState(false)
  const submit = () => {
    if (remark.isWaiting) return
    setUnchanged(seen !== undefined && !dirty)
    if (!seen || dirty) record.submit()
  }
  const locked = gone || (seen !== undefined && !isEditable(task, seen))
  const close = async () => {
    if (!dirty || (await askToLeave(t))) closeTask()
  }
  return (
    <Dialog
      open
      sticky
      size="md"
      title={seen ? titleOf(task, seen) : t('task:titles.create')}
      onClose={() => void close()}
      onSubmit={locked ? undefined : submit}
      footer={
        <>
          <span role="status" className="me-auto self-center text-30 text-muted empty:sr-only">
            {dirty ? t('crud:form.unsaved', { noun: words.noun }) : isUnchanged && t('crud:form.unchanged')}
          </span>
          <Button onClick={() => void close()}>{t(dirty || !seen ? 'crud:cancel' : 'task:screen.close')}</Button>
          <Button variant="primary" type="submit" loading={saving} disabled={locked || remark.isWaiting}>
            {t(seen ? 'crud:save' : 'task:screen.add')}
            <Kbd keys={t('crud:form.saveKeys')} className="max-sm:hidden pointer-coarse:hidden" />
          </Button>
        </>
      }
    >
      <div
        role="presentation"
        className="grid content-start gap-4"
        onKeyDown={event => {
          if (locked || (!isPressed(event, 'save') && !isPressed(event, 'saveNext'))) return
          event.preventDefault()
          event.stopPropagation()
          submit()
        }}
      >
        <FormNotices module={task} record={record}>
          {gone && <GoneTask typed={dirty} />}
          {row && <Standing row={row} gone={gone} onHere={() => void close()} onEnded={() => dirty || closeTask()} />}
        </FormNotices>
        <FormBody screens={formScreens} layout={layout} form={form} seen={seen} idOf={record.idOf} first={!seen} bare />
        <TaskLinks
          values={form.values}
          errors={form.errors}
          idOf={record.idOf}
          onRemove={link => form.set(link, null)}
          onHere={() => void close()}
        />
        <Remarks remark={remark} id={record.idOf('taskRemarks')} errors={form.errors} />
      </div>
    </Dialog>
  )
}

/** Where it stands, and what can be done with it now. */
type StandingProps = { row: Row; gone: boolean; onHere: () => void; onEnded: () => void }

function Standing({ row, gone, onHere, onEnded }: StandingProps) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const actor = useActor()
  const mark = useMark(task, row.id)
  const [refused, setRefused] = useState('')
  const { busy, press, dialog } = useMoveDeeds(taskScreens, row, titleOf(task, row), setRefused, made => {
    // What is over is looked at no longer; what has begun is worked on here.
    if (!task.offline.open?.includes((made as unknown as Task).stage)) onEnded()
  })
  const moves = movesOf(task, row, actor)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TaskStage stage={row.stage ?? ''} />
      {row.archivedAt && <Badge>{t('crud:record.archivedAt')}</Badge>}
      {mark && (
        <WayOut to="/outbox" onHere={onHere} className="rounded-2 hover:underline">
          <WaitingBadge mark={mark} />
        </WayOut>
      )}
      <span className="flex-1" />
      <span role="group" aria-label={t('task:screen.dialog.moves')} className="flex flex-wrap gap-2">
        {moves.map(move => (
          <Button key={move} size="sm" loading={busy === move} disabled={gone} onClick={() => press(move)}>
            {words.move(move)}
          </Button>
        ))}
      </span>
      <Refused why={refused} onDismiss={() => setRefused('')} className="basis-full" />
      {dialog}
    </div>
  )
}
