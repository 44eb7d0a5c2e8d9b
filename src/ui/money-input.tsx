import { useState } from 'react'
import { currencySign, formatMoneyPlain, parseMoney } from '../lib/format.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

export type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'prefix'> & {
  /** Minor units (paise). NaN = what stands there is not an amount: checking refuses it, nothing is lost. */
  value: number | null
  onChange: (minor: number | null) => void
  /** ISO 4217; INR unless said otherwise. */
  currency?: string | undefined
}

/** Takes an amount as people type it ("1,299.50", "₹ 500/-") and shows it grouped once the field is left. */
export function MoneyInput({ value, onChange, currency = 'INR', ...rest }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // While somebody types, nothing is called wrong.
  const [typing, setTyping] = useState(false)
  const shown = typed ?? (value === null || Number.isNaN(value) ? '' : formatMoneyPlain(value, currency))
  return (
    <TextInput
      dir={undefined}
      inputMode="decimal"
      {...rest}
      invalid={rest.invalid ?? ((Number.isNaN(value) && !typing) || undefined)}
      prefix={currencySign(currency)}
      value={shown}
      onChange={text => {
        setTyped(text)
        setTyping(true)
        onChange(parseMoney(text, currency))
      }}
      inputClassName="text-end!"
      onBlur={event => {
        setTyping(false)
        if (!Number.isNaN(value)) setTyped(null)
        rest.onBlur?.(event)
      }}
    />
  )
}
