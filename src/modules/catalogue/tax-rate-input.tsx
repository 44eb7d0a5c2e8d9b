import type { OwnInputProps } from '#src/crud/screens.ts'
import { asNumberOrText, typed } from '#src/fields/view.ts'
import { NumberInput } from '#src/ui/number-input.tsx'

/** A rate as people say it, in percent; it is kept in hundredths of one. */
export function TaxRateInput({ value, onChange, form: _form, seen: _seen, ...rest }: OwnInputProps) {
  const kept = asNumberOrText(value)
  return (
    <NumberInput
      {...typed(rest)}
      decimals={2}
      value={typeof kept === 'number' ? kept / 100 : kept}
      onChange={percent => onChange(typeof percent === 'number' ? Math.round(percent * 100) : percent)}
    />
  )
}
