import { Combobox } from '#src/ui/combobox.tsx'
import { usePicking } from '../use-picking.tsx'
import { asNumber, control, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const id = asNumber(value)
  const { picker, nameOf, pathTo, keep, drawer } = usePicking(field, id === null ? [] : [id], onChange)
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
