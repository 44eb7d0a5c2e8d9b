import ListPlus from 'lucide-react/icons/list-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serialRange } from '#contract/modules/stock/receive-units.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asText, fieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'

type Props = { words: Words; disabled: boolean; onAdd: (serials: readonly string[]) => void }

const Input = inputs.text

/** The first and the last serial number of a box: all between them are put on the list at once. */
export function SerialRange({ words, disabled, onAdd }: Props) {
  const { t } = useTranslation('unit')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const range = from.trim() && to.trim() ? serialRange(from, to) : null
  const isRange = range?.is === 'range'
  const field = fieldView(unit, 'serial', words)
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (!isRange || disabled) return
        onAdd(range.serials)
        setFrom('')
        setTo('')
      }}
    >
      <h2 className="text-40">{t('screen.receive.range')}</h2>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label={t('screen.receive.from')}>
          <Input field={field} value={from} onChange={value => setFrom(asText(value))} />
        </Field>
        <Field
          label={t('screen.receive.to')}
          error={range && range.is !== 'range' && t(`screen.receive.wrong.${range.is}`, { count: range.count })}
        >
          <Input field={field} value={to} onChange={value => setTo(asText(value))} />
        </Field>
      </div>
      <Button type="submit" icon={ListPlus} disabled={!isRange || disabled} className="justify-self-start">
        {isRange ? t('screen.receive.add', { count: range.serials.length }) : t('screen.receive.addNone')}
      </Button>
    </form>
  )
}
