import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { TextArea } from '#src/ui/text-area.tsx'

type Props = {
  who: string
  title: string
  /** Answers why not, or null. */
  drop: (reason: string) => Promise<string | null>
  onClose: () => void
}

/** Why somebody's change is not to be; they read it. */
export function DropDialog({ who, title, drop, onClose }: Props) {
  const { t } = useTranslation('outbox')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy) return
    if (reason.trim() === '') return setMissing(true)
    setBusy(true)
    const why = await drop(reason.trim())
    setBusy(false)
    if (why === null) onClose()
    else setRefused(why)
  }
  return (
    <FormDialog
      sticky
      title={t('stuck.dropTitle', { who, title })}
      description={t('stuck.dropText', { who })}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={t('stuck.drop')}
      danger
      busy={busy}
      refused={refused}
    >
      <Field label={t('stuck.reason')} required error={missing ? t('stuck.needsReason') : undefined}>
        <TextArea
          value={reason}
          maxLength={500}
          onChange={text => {
            setReason(text)
            setMissing(false)
          }}
        />
      </Field>
    </FormDialog>
  )
}
