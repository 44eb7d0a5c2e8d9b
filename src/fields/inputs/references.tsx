import { useState } from 'react'
import { useModule } from '#src/data/data.ts'
import { useRecords } from '#src/data/use-records.ts'
import { Chip } from '#src/ui/chip.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { RecordName } from '../reference.tsx'
import { titleOf } from '../title.ts'
import { asNumbers, control, type InputProps } from '../view.ts'

/** What is chosen as chips, and a field that adds the next. */
export function Input({ field, value, onChange, ...rest }: InputProps) {
  const module = useModule(field.meta.module ?? '')
  const chosen = asNumbers(value)
  const [typed, setTyped] = useState('')
  const { rows, loading } = useRecords(module, { q: typed, sort: module.title })
  const titles = new Map(rows.map(row => [row.id, titleOf(module, row)]))
  const options = rows
    .filter(row => !chosen.includes(row.id))
    .map(row => ({ value: row.id, label: titles.get(row.id)! }))
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chosen.map(id => (
            <Chip
              key={id}
              onRemove={() => onChange(chosen.filter(one => one !== id))}
              removeLabel={titles.get(id) ?? String(id)}
            >
              <RecordName module={module} id={id} />
            </Chip>
          ))}
        </div>
      )}
      <Combobox
        {...control(rest)}
        options={options}
        loading={loading}
        onSearch={setTyped}
        value={null}
        onChange={id => id !== null && onChange([...chosen, id])}
      />
    </div>
  )
}
