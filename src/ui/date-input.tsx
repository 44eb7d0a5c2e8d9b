import CalendarDays from 'lucide-react/icons/calendar-days'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, today } from '../lib/format.ts'
import { parseDate } from '../lib/parse-date.ts'
import { BoxButton } from './box-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

export type DateInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'suffix' | 'min' | 'max'> & {
  /** "2026-11-21". Text that is no day is handed on as typed, so that checking refuses it and nothing is lost. */
  value: string | null
  onChange: (day: string | null) => void
  min?: string | undefined
  max?: string | undefined
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** A day can be typed ("21/11", "21 nov", "+3", "tomorrow") or picked from the calendar of the device. */
export function DateInput({ value, onChange, min, max, ...rest }: DateInputProps) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState<string | null>(null)
  // While somebody types, nothing is called wrong.
  const [typing, setTyping] = useState(false)
  const native = useRef<HTMLInputElement>(null)
  const good = value !== null && isDay(value)
  const settle = () => {
    setTyping(false)
    if (value === null || good) setTyped(null)
  }
  return (
    <TextInput
      placeholder={t('dateExample')}
      {...rest}
      invalid={rest.invalid ?? ((value !== null && !good && !typing) || undefined)}
      value={typed ?? (good ? formatDate(value) : (value ?? ''))}
      onChange={text => {
        setTyped(text)
        setTyping(true)
        const day = parseDate(text, today())
        onChange(day === undefined ? text : day)
      }}
      onBlur={event => {
        settle()
        rest.onBlur?.(event)
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') settle()
        if (event.altKey && event.key === 'ArrowDown') native.current?.showPicker()
        rest.onKeyDown?.(event)
      }}
      suffix={
        <span className="relative grid">
          <BoxButton
            label={t('openCalendar')}
            icon={CalendarDays}
            disabled={rest.disabled}
            onClick={() => native.current?.showPicker()}
          />
          <input
            ref={native}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            className="pointer-events-none absolute end-0 bottom-0 size-0 opacity-0"
            value={good ? value : ''}
            min={min}
            max={max}
            onChange={event => {
              setTyped(null)
              onChange(event.target.value || null)
            }}
          />
        </span>
      }
    />
  )
}
