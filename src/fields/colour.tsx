import { ColourInput } from '#src/ui/colour-input.tsx'
import { Swatch } from '#src/ui/swatch.tsx'
import { asText, orNull, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <Swatch colour={asText(value)} />
      <span className="ltr text-muted">{asText(value)}</span>
    </span>
  )
}

function Input({ field: _, value, onChange, onBlur: _blur, autoFocus: _focus, ...rest }: InputProps) {
  return <ColourInput {...rest} value={orNull(asText(value))} onChange={onChange} />
}

export const colour: KindView = { Cell, Input }
