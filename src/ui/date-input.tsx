import CalendarDays from 'lucide-react/icons/calendar-days'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNear, today } from '../lib/format.ts'
import { parseDate } from '../lib/parse-date.ts'
import { BoxButton } from './box-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'
import { Understood } from './understood.tsx'
import { useTyping } from './use-typing.ts'

export type DateInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'suffix' | 'min' | 'max'> & {
  /** "2026-11-21". Text that is no day is handed on as typed, so that checking refuses it and nothing is lost. */
  value: string | null
  onChange: (day: string | null) => void
  min?: string | undefined
  max?: string | undefined
  /** It is a day that is still to come. */
  ahead?: boolean | undefined
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** A day can be typed ("21/11", "21 nov", "+3d", "tomorrow", "fri") or picked from the calendar of the device. */
export function DateInput({ value, onChange, min, max, ahead, ...rest }: DateInputProps) {
  const { t } = useTranslation('ui')
  const [typing, type] = useTyping(value)
  const native = useRef<HTMLInputElement>(null)
  const good = value !== null && isDay(value)
  const isOther = typing !== null && good && typing.trim() !== value && typing.trim() !== formatDate(value)
  const settle = () => type(null, value)
  return (
    <TextInput
      placeholder={t('dateExample')}
      {...rest}
      invalid={rest.invalid ?? ((value !== null && !good && typing === null) || undefined)}
      value={typing ?? (good ? formatDate(value) : (value ?? ''))}
      onChange={text => {
        const day = parseDate(text, today(), ahead)
        onChange(type(text, day === undefined ? text : day))
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
        <span className="relative flex items-center gap-2">
          {isOther && <Understood>{formatNear(value)}</Understood>}
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
              onChange(type(null, event.target.value || null))
            }}
          />
        </span>
      }
    />
  )
}
