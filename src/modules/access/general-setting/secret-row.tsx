import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#src/data/use-call.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { toast } from '#src/ui/toast.ts'

type Props = {
  /** Of what the secret is, in the words of `screen.<of>`. */
  of: 'password' | 'key'
  title: string
  /** Null: nobody knows yet. */
  isSet: boolean | null
  /** What is said instead of whether it is set. */
  note?: string | undefined
  disabled?: boolean
  /** Keeps it, or takes it away. */
  write: (secret: string | null) => Promise<{ failure: CallFailure } | object>
  /** What became of it, where nothing said so yet. */
  onFailed: (why: string) => void
  onDone: () => Promise<void>
}

/** A secret that is typed and never read again: whether it is set, and how to set it. */
export function SecretRow({ of, title, isSet, note, disabled = false, write, onFailed, onDone }: Props) {
  const { t } = useTranslation('generalSetting')
  const [typing, setTyping] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const called = await write(null)
    setBusy(false)
    if ('failure' in called) return onFailed(called.failure.message)
    toast(t(`screen.${of}.removed`))
    return onDone()
  }
  return (
    <div className="flex items-center gap-2 max-sm:flex-wrap sm:col-span-2">
      <p className="min-w-0 flex-1">
        <span className="block text-30 font-medium wrap-anywhere">{title}</span>
        <span className="text-30 text-muted">
          {note ?? (isSet ? t(`screen.${of}.isSet`) : isSet === false && t(`screen.${of}.isNot`))}
        </span>
      </p>
      {isSet && (
        <Button size="sm" loading={busy} onClick={() => void remove()}>
          {t(`screen.${of}.remove`)}
        </Button>
      )}
      <Button size="sm" className="shrink-0" disabled={disabled} onClick={() => setTyping(true)}>
        {isSet ? t(`screen.${of}.change`) : t(`screen.${of}.set`)}
      </Button>
      {typing && (
        <SecretDialog
          of={of}
          title={title}
          onClose={() => setTyping(false)}
          onSet={async secret => {
            const called = await write(secret)
            if ('failure' in called) return called.failure.message
            setTyping(false)
            toast(t(`screen.${of}.saved`))
            await onDone()
            return null
          }}
        />
      )}
    </div>
  )
}

type DialogProps = Pick<Props, 'of' | 'title'> & {
  onClose: () => void
  onSet: (secret: string) => Promise<string | null>
}

function SecretDialog({ of, title, onClose, onSet }: DialogProps) {
  const { t } = useTranslation(['generalSetting', 'crud'])
  const [secret, setSecret] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const submit = async () => {
    if (busy) return
    if (secret === '') return setWrong(t(`generalSetting:screen.${of}.needed`))
    setBusy(true)
    const refused = await onSet(secret)
    setBusy(false)
    if (refused) setWrong(refused)
  }
  return (
    <FormDialog
      sticky
      onClose={onClose}
      title={title}
      description={t(`generalSetting:screen.${of}.about`)}
      onSubmit={() => void submit()}
      submitLabel={t('crud:save')}
      busy={busy}
    >
      <Field label={t(`generalSetting:screen.${of}.label`)} required error={wrong}>
        <PasswordInput
          autoComplete="off"
          value={secret}
          onChange={next => {
            setSecret(next)
            setWrong('')
          }}
        />
      </Field>
    </FormDialog>
  )
}
