import { ColourInput } from '#src/ui/colour-input.tsx'
import { Swatch } from '#src/ui/swatch.tsx'
import { asText, orNull, control, type CellProps, type InputProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  return (
    <span className="whitespace-nowrap">
      <Swatch colour={asText(value)} className="me-2 align-[-3px]" />
      <bdi dir="ltr" className="text-muted">
        {asText(value)}
      </bdi>
    </span>
  )
}

function Input({ value, onChange, ...rest }: InputProps) {
  const { size, 'aria-label': label } = control(rest)
  return <ColourInput size={size} aria-label={label} value={orNull(asText(value))} onChange={onChange} />
}

export const colour: KindView = { Cell, Input }
