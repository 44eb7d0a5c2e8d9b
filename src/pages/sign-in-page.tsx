import CloudOff from 'lucide-react/icons/cloud-off'
import Lock from 'lucide-react/icons/lock'
import User from 'lucide-react/icons/user'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { isUnreachable } from '#src/offline/api.ts'
import { signIn, type Reason } from '#src/session/session.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { AuthLayout } from './auth-layout.tsx'

type Errors = { username?: string; password?: string }

/** `onSignedIn` runs just before the session is there and the rest of the app takes over. */
export function SignInPage({ reason, onSignedIn }: { reason: Reason | null; onSignedIn: () => void }) {
  const { t } = useTranslation()
  const { online } = useConnection()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  useEffect(() => {
    document.title = `${t('titles.signIn')} · ${t('product')}`
    nameInput.current?.focus()
  }, [t])

  const fail = (found: Errors) => {
    setErrors(found)
    if (found.username) nameInput.current?.focus()
    else passwordInput.current?.select()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const empty: Errors = {
      ...(username.trim() ? {} : { username: t('signIn.needsUsername') }),
      ...(password ? {} : { password: t('signIn.needsPassword') }),
    }
    if (empty.username || empty.password) return fail(empty)
    setErrors({})
    setBusy(true)
    try {
      await signIn({ username: username.trim(), password }, onSignedIn)
    } catch (error) {
      setBusy(false)
      fail({ password: wordsFor(error, t('signIn.unable'), t('signIn.unreachable')) })
    }
  }

  return (
    <AuthLayout>
      <form
        noValidate
        className="grid w-full max-w-96 gap-6 self-center justify-self-center"
        onSubmit={event => void submit(event)}
      >
        <div>
          <h1 className="mb-2 text-80">{t('signIn.title')}</h1>
          <p className="text-muted">{t('signIn.about')}</p>
        </div>
        {reason === 'expired' && <Notice>{t('signIn.expired')}</Notice>}
        <div className="grid gap-4">
          <Field label={t('signIn.username')} error={errors.username}>
            <TextInput
              ref={nameInput}
              size="lg"
              icon={User}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={setUsername}
            />
          </Field>
          <Field label={t('signIn.password')} error={errors.password}>
            <PasswordInput
              ref={passwordInput}
              size="lg"
              icon={Lock}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
          </Field>
        </div>
        <Button type="submit" variant="primary" size="lg" block loading={busy}>
          {t('signIn.submit')}
        </Button>
        {!online && <Notice>{t('signIn.offline')}</Notice>}
      </form>
    </AuthLayout>
  )
}

/** The server's message, else the error's own text, else that it did not work. */
const wordsFor = (error: unknown, unable: string, unreachable: string): string => {
  if (isUnreachable(error)) return unreachable
  return (error instanceof Error && error.message) || unable
}

function Notice({ children }: { children: string }) {
  return (
    <p role="status" className="flex gap-3 rounded-3 border bg-surface-sunken px-4 py-3 text-30 text-muted">
      <Icon of={CloudOff} />
      <span>{children}</span>
    </p>
  )
}
