import { formatNumber } from '../lib/format.ts'
import { parseNumber } from '../lib/parse-number.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'
import { Understood } from './understood.tsx'
import { useTyping } from './use-typing.ts'

export type NumberInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'step'> & {
  /** Text that is not a number is handed on as typed: checking refuses it, nothing is lost. */
  value: number | string | null
  onChange: (value: number | string | null) => void
  min?: number | undefined
  max?: number | undefined
  /** Arrow keys go up and down by this. */
  step?: number | undefined
  /** Digits after the point. */
  decimals?: number | undefined
}

/** Takes a number as people type it ("1.234,5", "12k") and shows it grouped once the field is left. */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, min, max, step = 1, decimals = 0, ...rest } = props
  const [typing, type] = useTyping(value)
  const wrong = typeof value === 'string'
  const plain = typeof value === 'number' ? formatNumber(value, decimals) : (value ?? '')
  const nudge = (by: number) => {
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, (typeof value === 'number' ? value : 0) + by))
    onChange(type(null, Number(next.toFixed(decimals))))
  }
  return (
    <TextInput
      dir={undefined}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      suffix={
        typing !== null &&
        typeof value === 'number' &&
        parseNumber(plain) !== Number(typing) &&
        typing.trim() !== plain ? (
          <Understood>{plain}</Understood>
        ) : undefined
      }
      {...rest}
      invalid={rest.invalid ?? ((wrong && typing === null) || undefined)}
      value={typing ?? plain}
      onChange={text => {
        const read = parseNumber(text)
        onChange(type(text, Number.isNaN(read) ? text : read))
      }}
      inputClassName="text-end!"
      onBlur={event => {
        type(null, value)
        rest.onBlur?.(event)
      }}
      onKeyDown={event => {
        const bare = !event.altKey && !event.ctrlKey && !event.metaKey
        if (bare && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          event.preventDefault()
          nudge(event.key === 'ArrowUp' ? step : -step)
        }
        rest.onKeyDown?.(event)
      }}
    />
  )
}
