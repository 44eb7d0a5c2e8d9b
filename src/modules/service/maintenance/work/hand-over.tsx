import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useActs } from '#src/crud/acts/use-acts.ts'
import type { MoveProps } from '#src/crud/screens.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { Rating } from './rating.tsx'

/** Who took it, and how they liked the work. */
export function HandOver({ record, move, onClose }: MoveProps) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const acts = useActs(maintenance)
  const job = record as unknown as Maintenance
  const [signedBy, setSignedBy] = useState(job.name)
  const [rating, setRating] = useState<number | null>(null)
  const [feedback, setFeedback] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const [wrong, setWrong] = useState('')
  const hand = async () => {
    const isNobody = signedBy.trim() === ''
    setWrong(isNobody ? t('crud:errors.required', { field: words.arg(move, 'signedBy') }) : '')
    if (busy || isNobody) return
    setBusy(true)
    const outcome = await acts.move(record, move, {
      signedBy: signedBy.trim(),
      rating,
      feedback: feedback.trim() || null,
    })
    setBusy(false)
    const why = whyNot(outcome)
    if (why) setRefused(why)
    else onClose()
  }
  return (
    <FormDialog
      sticky
      title={words.move(move)}
      submitLabel={words.move(move)}
      busy={busy}
      refused={refused}
      onSubmit={() => void hand()}
      onClose={onClose}
    >
      {job.signature.length === 0 && <Banner tone="warning">{t('screen.work.notSigned')}</Banner>}
      <Field required label={words.arg(move, 'signedBy')} error={wrong}>
        <TextInput size="lg" value={signedBy} onChange={setSignedBy} maxLength={120} />
      </Field>
      <Field group label={words.arg(move, 'rating')}>
        <Rating value={rating} onChange={setRating} />
      </Field>
      <Field label={words.arg(move, 'feedback')}>
        <TextArea rows={3} value={feedback} onChange={setFeedback} maxLength={300} />
      </Field>
    </FormDialog>
  )
}
