import { NumberInput } from '#src/ui/number-input.tsx'
import { asNumberOrText, typed, type InputProps } from '../view.ts'

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const kept = asNumberOrText(value)
  if (!field.meta.rate) return <NumberInput decimals={3} {...typed(rest)} value={kept} onChange={onChange} />
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
