import { useState } from 'react'
import { useRecord, useRecords } from '#src/data/use-records.ts'
import { useModule } from '#src/data/data.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { titleOf } from '../title.ts'
import { asNumber, control, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const module = useModule(field.meta.module ?? '')
  const id = asNumber(value)
  const [typed, setTyped] = useState('')
  const { rows, loading } = useRecords(module, { q: typed, sort: module.title })
  const { row } = useRecord(module, id ?? 0)
  const options = rows.map(row => ({ value: row.id, label: titleOf(module, row) }))
  return (
    <Combobox
      {...control(rest)}
      options={options}
      loading={loading}
      onSearch={setTyped}
      value={id}
      valueLabel={row ? titleOf(module, row) : undefined}
      onChange={onChange}
    />
  )
}
