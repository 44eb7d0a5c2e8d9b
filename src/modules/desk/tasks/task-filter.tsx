import { useTranslation } from 'react-i18next'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { SearchBox } from '#src/crud/list/search-box.tsx'
import { inputs } from '#src/fields/inputs.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { stages } from './question.ts'
import { setFilter, setQuery, type TaskState } from './state.ts'

const Person = inputs.reference

/** Words, who has it, who gave it, and where it stands. */
export function TaskFilter({ state: { tableData, filter } }: { state: TaskState }) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const toggle = (stage: Task['stage'], on: boolean) =>
    setFilter({ status: stages.filter(one => (one === stage ? on : filter.status.includes(one))) })
  const person = (field: 'assignedTo' | 'assignedBy', name: 'assigned_to_id' | 'assigned_by_id') => (
    <Field label={words.field(field)} className="min-w-44 flex-1">
      <Person
        field={{ ...fieldView(task, field, words), required: false }}
        size="sm"
        value={filter[name]}
        onChange={id => setFilter({ [name]: typeof id === 'number' ? id : null }, false)}
      />
    </Field>
  )
  return (
    <div className="flex flex-wrap items-end gap-3 border-b px-4 py-3">
      <SearchBox
        label={t('task:screen.table.search')}
        placeholder={t('task:screen.table.search')}
        q={tableData.query}
        onSearch={setQuery}
      />
      {person('assignedTo', 'assigned_to_id')}
      {person('assignedBy', 'assigned_by_id')}
      <Field group label={t('task:screen.table.status')} className="basis-full">
        <div className="flex flex-wrap gap-x-4">
          {stages.map(stage => (
            <Checkbox
              key={stage}
              label={words.stage(stage)}
              checked={filter.status.includes(stage)}
              onChange={on => toggle(stage, on)}
            />
          ))}
        </div>
      </Field>
    </div>
  )
}
