import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachLimits } from '#contract/calls/attached.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

type Props = {
  name: string
  /** Answers what went wrong, in words; null where nothing did. */
  onRename: (name: string) => Promise<string | null>
  onClose: () => void
}

export function RenameDialog({ name, onRename, onClose }: Props) {
  const { t } = useTranslation('crud')
  const [typed, setTyped] = useState(name)
  const { busy, refused, run } = useDeed()
  const rename = async (wanted: string) => {
    if (wanted === '') return t('attached.nameNeeded')
    return wanted === name ? null : onRename(wanted)
  }
  const save = async () => {
    if (!busy && (await run(() => rename(typed.trim())))) onClose()
  }
  return (
    <FormDialog
      onClose={onClose}
      sticky={typed !== name}
      title={t('attached.rename')}
      onSubmit={() => void save()}
      submitLabel={t('save')}
      busy={busy}
      refused={refused}
    >
      <Field label={t('attached.name')}>
        <TextInput value={typed} onChange={setTyped} maxLength={attachLimits.nameLength} />
      </Field>
    </FormDialog>
  )
}
