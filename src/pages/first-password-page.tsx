import Lock from 'lucide-react/icons/lock'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePasswordCall } from '#contract/calls/password.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { ask } from '#src/offline/ask.ts'
import { NewPasswordField, useLengthJudge } from '#src/parts/new-password.tsx'
import { refreshActor } from '#src/session/actor.ts'
import { learnPassword } from '#src/session/arrival.ts'
import { useMe } from '#src/session/house.ts'
import { signOut, useSession } from '#src/session/session.ts'
import { fieldsOf, wordsFor } from '#src/session/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm, AuthNotice, focusWrong } from './auth-parts.tsx'

type Wrong = { password?: string | undefined; newPassword?: string | undefined }

/** All that somebody sees who came in with a one-time password. Turns into the app once they have one of their own. */
export function FirstPasswordPage() {
  const { t } = useTranslation('auth')
  const { name } = useMe()
  const { user } = useSession()
  const { online } = useConnection()
  const judge = useLengthJudge()
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const fields = useRef<HTMLDivElement>(null)

  const fail = (found: Wrong) => {
    setWrong(found)
    focusWrong(fields.current)
  }

  const submit = async () => {
    if (busy) return
    setRefused('')
    const found: Wrong = {
      password: password === '' ? t('first.currentNeeded') : undefined,
      newPassword: judge(newPassword),
    }
    if (found.password || found.newPassword) return fail(found)
    setWrong({})
    setBusy(true)
    try {
      await ask(changePasswordCall, { password, newPassword })
      void learnPassword(newPassword)
      await refreshActor()
    } catch (error) {
      const said: Wrong = fieldsOf(error)
      if (said.password || said.newPassword) fail(said)
      else setRefused(wordsFor(error, t('reset.unable'), t('unreachable')))
    }
    setBusy(false)
  }

  return (
    <AuthLayout below={!online && <AuthNotice>{t('offlineHere')}</AuthNotice>}>
      <AuthForm title={t('first.title')} about={t('first.about', { name })} onSubmit={() => void submit()}>
        {refused && (
          <Banner tone="danger" announce onDismiss={() => setRefused('')}>
            {refused}
          </Banner>
        )}
        {/* A password manager keeps the password under it. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.username ?? ''}
          readOnly
          tabIndex={-1}
          hidden
        />
        <div ref={fields} className="grid gap-4">
          <Field label={t('first.current')} hint={t('first.currentHint')} error={wrong.password}>
            <PasswordInput
              size="lg"
              icon={Lock}
              name="current-password"
              value={password}
              onChange={next => {
                setPassword(next)
                setWrong({ ...wrong, password: undefined })
              }}
            />
          </Field>
          <NewPasswordField
            label={t('newPassword')}
            value={newPassword}
            onChange={next => {
              setNewPassword(next)
              setWrong({ ...wrong, newPassword: undefined })
            }}
            error={wrong.newPassword}
          />
        </div>
        <Button type="submit" variant="primary" size="lg" block loading={busy}>
          {t('reset.submit')}
        </Button>
        <Button className="justify-self-start" onClick={() => void signOut()}>
          {t('pending.signOut')}
        </Button>
      </AuthForm>
    </AuthLayout>
  )
}
