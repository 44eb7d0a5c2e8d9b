import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf, onTheWall } from '#src/lib/format.ts'
import { DateInput } from '#src/ui/date-input.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, control, type InputProps } from '../view.ts'

/** An instant as the day and minute of the clock on the house's wall. */
export function localParts(instant: string): { day: string; time: string } | null {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? null : onTheWall(at)
}

/** The instant; what is not one yet is handed on as typed, and checking refuses it. */
export function instantOf(day: string | null, time: string): string | null {
  if (!day) return null
  return momentOf(day, time || '00:00')?.toISOString() ?? `${day} ${time}`
}

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation('crud')
  const known = localParts(asText(value))
  const [typed, setTyped] = useState({ day: orNull(asText(value)), time: '' })
  const shown = known ?? typed
  const change = (part: Partial<typeof typed>) => {
    const next = { ...shown, ...part }
    setTyped(next)
    onChange(instantOf(next.day, next.time))
  }
  return (
    <span className="flex gap-2">
      <DateInput {...control(rest)} className="flex-1" value={shown.day} onChange={day => change({ day })} />
      <TextInput
        onBlur={rest.onBlur}
        size={rest.size}
        type="time"
        id={`${field.name}-time`}
        aria-label={t('timeOf', { field: field.words.field(field.name) })}
        className="w-28!"
        value={shown.time}
        onChange={time => change({ time })}
      />
    </span>
  )
}
