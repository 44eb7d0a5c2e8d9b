import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { usePrepare } from '#src/attached/use-prepare.ts'
import { FormField } from '#src/crud/form-field.tsx'
import { useForm } from '#src/crud/use-form.ts'
import { useAskedClose } from '#src/session/leave.ts'
import { useWords } from '#src/fields/words.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { useOwnInputs } from './own-inputs.ts'

type Props = {
  module: Module
  name: string
  start: unknown
  seen: Row
  onSave: (value: unknown) => void
  onClose: () => void
}

/** One field, to be neither mine nor theirs. Its module's own control may still be on its way. */
export const EditField = (props: Props) => (
  <Suspense>
    <Editing {...props} />
  </Suspense>
)

function Editing({ module, name, start, seen, onSave, onClose }: Props) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const form = useForm(module, { [name]: start ?? null }, 'change')
  const own = useOwnInputs(module)?.[name]
  const { prepare, waits, submit } = usePrepare(() => {
    if (Object.keys(form.check()).length > 0) return
    onSave(form.values[name])
    onClose()
  })
  const close = useAskedClose(form.dirty, onClose)
  return (
    <FormDialog
      sticky
      title={t('clash.editOf', { field: words.field(name) })}
      onClose={() => void close()}
      onSubmit={submit}
      submitLabel={t('clash.take')}
      busy={waits}
    >
      <FormField form={{ ...form, prepare }} module={module} name={name} seen={seen} own={own} first />
    </FormDialog>
  )
}
