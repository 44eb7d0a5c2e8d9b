import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachLimits } from '#contract/calls/attached.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
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
    <FormDialog
      onClose={onClose}
      sticky={typed !== name}
      title={t('attached.rename')}
      onSubmit={() => void save()}
      submitLabel={t('save')}
      busy={busy}
      refused={wrong}
    >
      <Field label={t('attached.name')}>
        <TextInput value={typed} onChange={setTyped} maxLength={attachLimits.nameLength} />
      </Field>
    </FormDialog>
  )
}
