import Check from 'lucide-react/icons/check'
import UserRoundPen from 'lucide-react/icons/user-round-pen'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { inputs } from '#src/fields/inputs.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { setSelectedTasks } from './state.ts'
import { useBulk } from './use-bulk.ts'

const Person = inputs.reference

/** What can be done with the selected tasks at once. */
export function BulkBar({ selected }: { selected: readonly Task[] }) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const bulk = useBulk(selected)
  const [asking, setAsking] = useState(false)
  const [to, setTo] = useState<number | null>(null)
  const pass = () => {
    if (to === null) return
    setAsking(false)
    void bulk.reassign(to)
  }
  if (selected.length === 0 && !bulk.refused) return null
  return (
    <section aria-label={t('task:screen.bulk.title')} className="grid gap-2 border-b bg-selected px-4 py-2">
      {selected.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="me-auto text-30 font-medium">
            {t('task:screen.bulk.selected', { count: selected.length })}
          </span>
          <Button
            size="sm"
            icon={Check}
            loading={bulk.busy}
            disabled={bulk.finishable === 0}
            onClick={() => void bulk.finish()}
          >
            {words.move('finish')}
          </Button>
          <Button size="sm" icon={UserRoundPen} disabled={bulk.busy} onClick={() => setAsking(true)}>
            {t('task:screen.bulk.reassign')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setSelectedTasks([])}>
            {t('task:screen.bulk.clear')}
          </Button>
        </div>
      )}
      {bulk.refused && (
        <Banner tone="danger" announce onDismiss={bulk.dismiss}>
          {bulk.refused}
        </Banner>
      )}
      {asking && (
        <FormDialog
          title={t('task:screen.bulk.reassignTitle', { count: selected.length })}
          onClose={() => setAsking(false)}
          onSubmit={pass}
          submitLabel={t('task:screen.bulk.reassign')}
          disabled={to === null}
        >
          <Field label={words.field('assignedTo')} required>
            <Person
              field={fieldView(task, 'assignedTo', words)}
              value={to}
              onChange={id => setTo(typeof id === 'number' ? id : null)}
            />
          </Field>
        </FormDialog>
      )}
    </section>
  )
}
