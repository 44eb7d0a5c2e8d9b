import { MultiSelect } from '#src/ui/multi-select.tsx'
import { usePicking } from '../use-picking.tsx'
import { asNumbers, control, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const chosen = asNumbers(value)
  const { picker, nameOf, keep, drawer } = usePicking(field, chosen, id => onChange([...chosen, id]))
  return (
    <>
      <MultiSelect
        {...control(rest)}
        {...picker}
        nameOf={nameOf}
        value={chosen}
        onChange={next => {
          for (const id of next) if (!chosen.includes(id)) keep(id)
          onChange(next)
        }}
      />
      {drawer}
    </>
  )
}
