import type { Module } from '#contract/module.ts'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { PendingInput } from '../pending-input.tsx'
import { useTarget } from '../reference.tsx'
import { usePicking } from '../use-picking.tsx'
import { asNumbers, control, type InputProps } from '../view.ts'

export function Input(props: InputProps) {
  const module = useTarget(props.field)
  if (module) return <Picker {...props} module={module} />
  const { field: _, value, onChange, ...rest } = props
  return <PendingInput {...rest} ids={asNumbers(value)} onClear={() => onChange([])} />
}

function Picker({ module, field, value, onChange, ...rest }: InputProps & { module: Module }) {
  const chosen = asNumbers(value)
  const onMade = (id: number) => onChange([...chosen, id])
  const { picker, nameOf, keep, drawer } = usePicking({ module, field, chosen, onMade })
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
