import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { SearchBox } from '#src/crud/list/search-box.tsx'
import { inputs } from '#src/fields/inputs.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords, type Words } from '#src/fields/words.ts'
import { formatList } from '#src/lib/format.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { Field } from '#src/ui/field.tsx'
import { stages, type Preset } from './question.ts'
import { setFilter, setQuery, unended, type TaskState } from './state.ts'

const Person = inputs.reference
const people = [
  ['assignedTo', 'assigned_to_id'],
  ['assignedBy', 'assigned_by_id'],
] as const

/** Words, who has it, who gave it, and where it stands. */
export function TaskFilter({ state: { tableData, filter } }: { state: TaskState }) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const toggle = (stage: Task['stage'], on: boolean) =>
    setFilter({ status: stages.filter(one => (one === stage ? on : filter.status.includes(one))) })
  const person = ([field, name]: (typeof people)[number]) => (
    <Field key={field} label={words.field(field)} className="min-w-44 flex-1">
      <Person
        field={{ ...fieldView(task, field, words), required: false, finding: true }}
        size="sm"
        value={filter[name]}
        onChange={id => setFilter({ [name]: typeof id === 'number' ? id : null }, false, false)}
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
      {people.map(person)}
      <Field
        group
        label={t('task:screen.table.status')}
        hint={filter.status.length === 0 && t('task:screen.table.unticked', { stages: unendedIn(words) })}
        className="basis-full"
      >
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

/** What a table shows of all tasks where no status is ticked. */
const unendedIn = (words: Words) => formatList(unended.map(stage => words.stage(stage)))

type ChipsProps = { state: TaskState; preset: Preset | null; onAllDays: () => void }

/**
 * What narrows the table while the filter is folded away: nothing is left out without a word. That only tasks are shown that
 * have not ended goes without saying in what one has to do oneself.
 */
export function TaskFilterChips({ state: { tableData, filter, today }, preset, onAllDays }: ChipsProps) {
  const { t } = useTranslation('task')
  const words = useWords(task)
  const query = tableData.query.trim()
  const asked = preset === null ? people.filter(([, name]) => filter[name] !== null) : []
  const isUnsaid = filter.status.length === 0 && (query !== '' || preset === null || preset === 'all')
  if (query === '' && filter.status.length === 0 && asked.length === 0 && !isUnsaid && !today) return null
  return (
    <ul className="flex flex-wrap gap-2 border-b px-4 py-2">
      {today && (
        <li>
          <Chip onRemove={onAllDays}>{t('task:screen.preset.today')}</Chip>
        </li>
      )}
      {query !== '' && (
        <li className="max-w-full">
          <Chip removeLabel={query} onRemove={() => setQuery('')}>
            <bdi>“{query}”</bdi>
          </Chip>
        </li>
      )}
      {asked.map(([field, name]) => (
        <li key={field} className="max-w-full">
          <Chip name={words.field(field)} onRemove={() => setFilter({ [name]: null }, false, false)}>
            <RecordName module={user} id={filter[name]!} />
          </Chip>
        </li>
      ))}
      {isUnsaid && (
        <li>
          <Chip name={t('task:screen.table.status')}>{unendedIn(words)}</Chip>
        </li>
      )}
      {filter.status.map(stage => (
        <li key={stage}>
          <Chip onRemove={() => setFilter({ status: filter.status.filter(one => one !== stage) })}>
            {words.stage(stage)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
