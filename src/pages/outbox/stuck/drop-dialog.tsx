import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
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
    <Dialog
      open
      sticky
      title={t('stuck.dropTitle', { who, title })}
      description={t('stuck.dropText', { who })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('stuck.cancel')}</Button>
          <Button variant="dangerSolid" type="submit" loading={busy}>
            {t('stuck.drop')}
          </Button>
        </>
      }
    >
      {refused && (
        <Banner tone="danger" announce>
          {refused}
        </Banner>
      )}
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
    </Dialog>
  )
}
