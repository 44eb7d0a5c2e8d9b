import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachLimits } from '#contract/calls/attached.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

type Props = {
  name: string
  /** Answers what went wrong, in words; empty where nothing did. */
  onRename: (name: string) => Promise<string>
  onClose: () => void
}

export function RenameDialog({ name, onRename, onClose }: Props) {
  const { t } = useTranslation('crud')
  const [typed, setTyped] = useState(name)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    if (typed.trim() === '') return setWrong(t('attached.nameNeeded'))
    setBusy(true)
    const refused = typed.trim() === name ? '' : await onRename(typed.trim())
    setBusy(false)
    if (refused) setWrong(refused)
    else onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      sticky={typed !== name}
      title={t('attached.rename')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      {wrong && (
        <Banner tone="danger" announce>
          {wrong}
        </Banner>
      )}
      <Field label={t('attached.name')}>
        <TextInput value={typed} onChange={setTyped} maxLength={attachLimits.nameLength} />
      </Field>
    </Dialog>
  )
}
