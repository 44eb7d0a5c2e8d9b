import { asNumberOrText, typed, type InputProps } from '#src/fields/view.ts'
import { NumberInput } from '#src/ui/number-input.tsx'

/** A rate as people say it, in percent; it is kept in hundredths of one. */
export function PercentInput({ value, onChange, ...rest }: InputProps) {
  const kept = asNumberOrText(value)
  return (
    <NumberInput
      {...typed(rest)}
      decimals={2}
      suffix="%"
      value={typeof kept === 'number' ? kept / 100 : kept}
      onChange={percent => onChange(typeof percent === 'number' ? Math.round(percent * 100) : percent)}
    />
  )
}
