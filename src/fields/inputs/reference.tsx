import type { Module } from '#contract/module.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { PendingInput } from '../pending-input.tsx'
import { useTarget } from '../reference.tsx'
import { usePicking } from '../use-picking.tsx'
import { asNumber, control, type InputProps } from '../view.ts'

export function Input(props: InputProps) {
  const module = useTarget(props.field)
  if (module) return <Picker {...props} module={module} />
  const { field: _, value, onChange, ...rest } = props
  const id = asNumber(value)
  return <PendingInput {...rest} ids={id === null ? [] : [id]} onClear={() => onChange(null)} />
}

function Picker({ module, field, value, onChange, ...rest }: InputProps & { module: Module }) {
  const id = asNumber(value)
  const chosen = id === null ? [] : [id]
  const { picker, nameOf, pathTo, keep, drawer } = usePicking({ module, field, chosen, onMade: onChange })
  return (
    <>
      <Combobox
        {...control(rest)}
        {...picker}
        value={id}
        valueLabel={id === null ? '' : (nameOf(id) ?? '')}
        href={id === null ? undefined : pathTo(id)}
        onChange={next => {
          if (next !== null) keep(next)
          onChange(next)
        }}
      />
      {drawer}
    </>
  )
}
