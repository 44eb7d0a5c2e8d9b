import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { useWords } from '#src/fields/words.ts'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'

/** As many as a line of labour may have. */
const MOST = 10_000

type Props = {
  /** A clock ran on for longer than anybody works. */
  long: boolean
  onSay: (minutes: number) => void
  onClose: () => void
}

/** How long the work took. */
export function AskMinutes({ long, onSay, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const [minutes, setMinutes] = useState<number | string | null>(null)
  const [wrong, setWrong] = useState(false)
  const say = () => {
    const isRight = typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST
    setWrong(!isRight)
    if (isRight) onSay(minutes)
  }
  return (
    <FormDialog
      sticky
      title={t(long ? 'screen.work.howLong' : 'screen.work.addMinutes')}
      submitLabel={t('screen.work.add')}
      onSubmit={say}
      onClose={onClose}
    >
      <Field required label={words.field('labour.minutes')} error={wrong && t('screen.work.wholeMinutes')}>
        <NumberInput size="lg" min={1} max={MOST} value={minutes} onChange={setMinutes} />
      </Field>
    </FormDialog>
  )
}
