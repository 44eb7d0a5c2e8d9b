import Lock from 'lucide-react/icons/lock'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmPasswordCall } from '#contract/calls/password.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { learnPassword } from './arrival.ts'
import { askRenewing } from './renew.ts'
import { useSession } from './session.ts'
import { wordsFor } from './words.ts'

/** Asks whether it is still the same person. */
export function ConfirmPassword({ onAnswer }: { onAnswer: (right: boolean) => void }) {
  const { t } = useTranslation('auth')
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const fail = (words: string) => {
    setError(words)
    input.current?.select()
    input.current?.focus()
  }

  const submit = async () => {
    if (busy) return
    if (password === '') return fail(t('confirm.needsPassword'))
    setBusy(true)
    setError('')
    try {
      await askRenewing(confirmPasswordCall, { password })
      onAnswer(true)
      await learnPassword(password)
    } catch (error) {
      setBusy(false)
      fail(wordsFor(error, t('confirm.unable'), t('unreachable')))
    }
  }

  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={t('confirm.title')}
      description={t('confirm.about')}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('confirm.cancel')}</Button>
          <Button type="submit" variant="primary" loading={busy}>
            {t('confirm.submit')}
          </Button>
        </>
      }
    >
      {/* A password manager finds the account by it. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={user?.username ?? ''}
        readOnly
        tabIndex={-1}
        hidden
        aria-hidden="true"
      />
      <Field label={t('confirm.password')} error={error}>
        <PasswordInput
          ref={input}
          icon={Lock}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      </Field>
    </Dialog>
  )
}
