import { currencySign, formatMoney, formatMoneyPlain, houseNow } from '../lib/format.ts'
import { parseMoney } from '../lib/parse-number.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'
import { Understood } from './understood.tsx'
import { useTyping } from './use-typing.ts'

export type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'prefix'> & {
  /** Minor units (paise). Text that is not an amount is handed on as typed: checking refuses it, nothing is lost. */
  value: number | string | null
  onChange: (minor: number | string | null) => void
  /** ISO 4217; that of the house unless said otherwise. */
  currency?: string | undefined
}

/** Takes an amount as people type it ("1,299.50", "₹ 500/-", "12k") and shows it grouped once the field is left. */
export function MoneyInput({ value, onChange, currency = houseNow().currency, ...rest }: MoneyInputProps) {
  const [typing, type] = useTyping(value)
  const wrong = typeof value === 'string'
  const plain = typeof value === 'number' ? formatMoneyPlain(value, currency) : (value ?? '')
  return (
    <TextInput
      dir={undefined}
      inputMode="decimal"
      {...rest}
      invalid={rest.invalid ?? ((wrong && typing === null) || undefined)}
      prefix={currencySign(currency)}
      suffix={
        typing !== null && typeof value === 'number' && typing.trim() !== plain ? (
          <Understood>{formatMoney(value, currency)}</Understood>
        ) : undefined
      }
      value={typing ?? plain}
      onChange={text => {
        const read = parseMoney(text, currency)
        onChange(type(text, Number.isNaN(read) ? text : read))
      }}
      inputClassName="text-end!"
      onBlur={event => {
        type(null, value)
        rest.onBlur?.(event)
      }}
    />
  )
}
