import User from 'lucide-react/icons/user'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { loadArrival } from '#src/session/session.ts'
import { fieldsOf, wordsFor } from '#src/session/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm, AuthLink, AuthNotice, AuthTitle, type AuthPage } from './auth-parts.tsx'

/** Asks for a link to choose a new password. Known and unknown people see the same. */
export function ForgotPage({ goTo, typed, onTyped }: AuthPage) {
  const { t } = useTranslation('auth')
  const { online } = useConnection()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const { username } = typed

  const submit = async () => {
    if (busy) return
    if (!username.trim()) return setError(t('forgot.needsUsername'))
    setBusy(true)
    setError('')
    try {
      const { askForLink } = await loadArrival()
      setSent((await askForLink(username.trim())).message)
    } catch (error) {
      setError(fieldsOf(error).username ?? wordsFor(error, t('forgot.unable'), t('unreachable')))
    }
    setBusy(false)
  }

  const back = (
    <p>
      <AuthLink to="/sign-in" goTo={goTo}>
        {t('back')}
      </AuthLink>
    </p>
  )
  if (sent !== null)
    return (
      <AuthLayout>
        <div role="status" className="grid gap-6">
          <AuthTitle title={t('forgot.sentTitle')} about={sent} />
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button onClick={() => setSent(null)}>{t('forgot.again')}</Button>
            <AuthLink to="/sign-in" goTo={goTo}>
              {t('back')}
            </AuthLink>
          </p>
        </div>
      </AuthLayout>
    )
  return (
    <AuthLayout below={!online && <AuthNotice>{t('offlineHere')}</AuthNotice>}>
      <AuthForm title={t('forgot.title')} about={t('forgot.about')} onSubmit={() => void submit()}>
        <Field label={t('username')} error={error}>
          <TextInput
            size="lg"
            icon={User}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={username => onTyped({ username })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block loading={busy}>
          {t('forgot.submit')}
        </Button>
        {back}
      </AuthForm>
    </AuthLayout>
  )
}
