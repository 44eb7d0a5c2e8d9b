import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { inputs } from '#src/fields/inputs.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { mayPassOn } from './may-pass-on.ts'
import { titlesOf } from './titles.ts'

const Person = inputs.reference

type Props = {
  /** The tasks that were selected when it was asked for. */
  asked: readonly Task[]
  /** Those that are in the table now, as they are by now. */
  here: readonly Task[]
  onClose: () => void
  onPass: (rows: readonly Task[], to: number) => void
}

/** Asks whom the selected tasks are given to. What became of them meanwhile, or cannot be passed on, is said and left. */
export function ReassignDialog({ asked, here, onClose, onPass }: Props) {
  const { t } = useTranslation(['task', 'crud'])
  const words = useWords(task)
  const actor = useActor()
  const [to, setTo] = useState<number | null>(null)
  const [pressed, setPressed] = useState(false)
  const there = new Map(here.map(row => [row.id, row]))
  const gone = asked.filter(({ id }) => !there.has(id))
  const staying = asked.flatMap(({ id }) => there.get(id) ?? [])
  const kept = staying.filter(row => !mayPassOn(row, actor))
  const passed = staying.filter(row => mayPassOn(row, actor))
  const pass = () => {
    setPressed(true)
    if (to !== null && passed.length > 0) onPass(passed, to)
  }
  const label = words.field('assignedTo')
  return (
    <FormDialog
      title={t('task:screen.bulk.reassignTitle', { count: passed.length || asked.length })}
      onClose={onClose}
      onSubmit={pass}
      submitLabel={t('task:screen.bulk.reassign')}
      disabled={passed.length === 0}
    >
      <Field label={label} required error={pressed && to === null && t('crud:errors.required', { field: label })}>
        <Person
          field={fieldView(task, 'assignedTo', words)}
          value={to}
          onChange={id => setTo(typeof id === 'number' ? id : null)}
        />
      </Field>
      <div role="status" className="grid gap-2 empty:sr-only">
        {gone.length > 0 && (
          <Banner tone="warning">
            {t('task:screen.bulk.gone', { count: gone.length, titles: titlesOf(t, gone) })}
          </Banner>
        )}
        {kept.length > 0 && (
          <Banner>
            {t('task:screen.bulk.kept', { count: kept.length, titles: titlesOf(t, kept) })}{' '}
            {t('task:screen.bulk.notYours')}
          </Banner>
        )}
      </div>
    </FormDialog>
  )
}
