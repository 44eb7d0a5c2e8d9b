import { useState } from 'react'
import { formatNumber, parseNumber } from '../lib/format.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

export type NumberInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'step'> & {
  /** NaN = what stands there is not a number: checking refuses it, nothing is lost. */
  value: number | null
  onChange: (value: number | null) => void
  min?: number | undefined
  max?: number | undefined
  /** Arrow keys go up and down by this. */
  step?: number | undefined
  /** Digits after the point. */
  decimals?: number | undefined
}

export function NumberInput(props: NumberInputProps) {
  const { value, onChange, min, max, step = 1, decimals = 0, ...rest } = props
  const [typed, setTyped] = useState<string | null>(null)
  // While somebody types, nothing is called wrong.
  const [typing, setTyping] = useState(false)
  const shown = typed ?? (value === null || Number.isNaN(value) ? '' : formatNumber(value, decimals))
  const change = (text: string) => {
    setTyped(text)
    setTyping(true)
    const read = parseNumber(text)
    onChange(read ?? null)
  }
  const nudge = (by: number) => {
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, (value && !Number.isNaN(value) ? value : 0) + by))
    setTyped(null)
    onChange(Number(next.toFixed(decimals)))
  }
  return (
    <TextInput
      dir={undefined}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      {...rest}
      invalid={rest.invalid ?? ((Number.isNaN(value) && !typing) || undefined)}
      value={shown}
      onChange={change}
      inputClassName="text-end!"
      onBlur={event => {
        setTyping(false)
        if (!Number.isNaN(value)) setTyped(null)
        rest.onBlur?.(event)
      }}
      onKeyDown={event => {
        if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
          event.preventDefault()
          nudge(event.key === 'ArrowUp' ? step : -step)
        }
        rest.onKeyDown?.(event)
      }}
    />
  )
}
