import { Chip } from '#src/ui/chip.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { useListNamed, useListOptions } from '../list-options.ts'
import { asNumbers, control, type InputProps } from '../view.ts'

/** What is chosen as chips, and a field that adds the next. */
export function Input({ field, value, onChange, ...rest }: InputProps) {
  const list = useListNamed(field.meta.list ?? '')
  const chosen = asNumbers(value)
  const { options, loading } = useListOptions(list, chosen)
  const labelOf = (id: number) => options.find(option => option.value === id)?.label ?? String(id)
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chosen.map(id => (
            <Chip key={id} onRemove={() => onChange(chosen.filter(one => one !== id))} removeLabel={labelOf(id)}>
              {labelOf(id)}
            </Chip>
          ))}
        </div>
      )}
      <Combobox
        {...control(rest)}
        options={options.filter(option => !chosen.includes(option.value))}
        loading={loading}
        value={null}
        onChange={id => id !== null && onChange([...chosen, id])}
      />
    </div>
  )
}
