import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf, onTheWall } from '#src/lib/format.ts'
import { DateInput } from '#src/ui/date-input.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, control, type InputProps } from '../view.ts'

type Parts = { day: string | null; time: string }

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

/** What stands in the two boxes: an instant as the clock on the house's wall says it, else what was typed so far. */
export function partsOf(value: string): Parts {
  if (isInstant(value)) return onTheWall(new Date(value))
  const at = value.lastIndexOf(' ')
  return at < 0 ? { day: orNull(value), time: '' } : { day: orNull(value.slice(0, at)), time: value.slice(at + 1) }
}

/** The instant; what is not one yet, as a time without its day, is handed on as typed, and checking refuses it. */
export function instantOf({ day, time }: Parts, byEndOfDay = false): string | null {
  if (!day) return time === '' ? null : ` ${time}`
  return momentOf(day, time || (byEndOfDay ? '23:59' : '00:00'))?.toISOString() ?? `${day} ${time}`
}

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation('crud')
  const shown = partsOf(asText(value))
  /** The time that went with its day, while somebody writes another one in its place. */
  const [gone, setGone] = useState('')
  const put = (parts: Parts) => onChange(instantOf(parts, field.meta.byEndOfDay))
  const putDay = (day: string | null) => {
    if (day !== null) return put({ day, time: shown.time || gone })
    setGone(shown.day === null ? '' : shown.time)
    put({ day, time: shown.day === null ? shown.time : '' })
  }
  return (
    <span className="flex flex-wrap gap-2">
      <DateInput
        {...control(rest)}
        className="min-w-32 flex-1"
        value={shown.day}
        onChange={putDay}
        ahead={field.meta.byEndOfDay}
        onBlur={() => {
          setGone('')
          rest.onBlur?.()
        }}
      />
      <TextInput
        onBlur={rest.onBlur}
        size={rest.size}
        type="time"
        id={`${field.name}-time`}
        aria-label={t('timeOf', { field: field.words.field(field.name) })}
        className="w-34!"
        value={shown.time}
        onChange={time => put({ ...shown, time })}
      />
    </span>
  )
}
