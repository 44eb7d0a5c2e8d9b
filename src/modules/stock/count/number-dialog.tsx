import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { CountedName } from './counted-name.tsx'
import type { Item } from './shelf.ts'

type Props = { item: Item; onSay: (qty: number) => void; onClose: () => void }
const MOST = 1_000_000

/** How many there are of something, where nobody scans each. */
export function NumberDialog({ item, onSay, onClose }: Props) {
  const { t } = useTranslation('stockCount')
  const [value, setValue] = useState<number | string | null>(item.counted)
  const [wrong, setWrong] = useState(false)
  const say = () => {
    const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST
    setWrong(!isNumber)
    if (isNumber) onSay(value)
  }
  return (
    <FormDialog title={t('screen.number.title')} submitLabel={t('screen.number.say')} onSubmit={say} onClose={onClose}>
      <p className="font-medium">
        <CountedName of={{ ...item, unit: null, text: null }} />
      </p>
      <Field label={t('screen.number.field')} error={wrong ? t('screen.number.wrong') : undefined}>
        <NumberInput size="xl" value={value} onChange={setValue} min={0} max={MOST} />
      </Field>
    </FormDialog>
  )
}
