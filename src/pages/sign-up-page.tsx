import AtSign from 'lucide-react/icons/at-sign'
import IdCard from 'lucide-react/icons/id-card'
import User from 'lucide-react/icons/user'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { NewPasswordField, useLengthJudge } from '#src/parts/new-password.tsx'
import { useDoor } from '#src/session/door.ts'
import { signUp } from '#src/session/session.ts'
import { fieldsOf, wordsFor } from '#src/session/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { focusWrong } from '#src/ui/focus-wrong.ts'
import { TextInput } from '#src/ui/text-input.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm, AuthLink, AuthNotice, AuthTitle, type AuthPage } from './auth-parts.tsx'

type Errors = Partial<Record<'name' | 'username' | 'email' | 'password' | 'all', string | undefined>>

/** Asks for an account. The person is signed in at once, and waits for an administrator. */
export function SignUpPage(props: AuthPage & { onSignedIn: (userId: number) => void }) {
  const { t } = useTranslation('auth')
  const door = useDoor()
  const { online } = useConnection()
  if (door?.signUp === false)
    return (
      <AuthLayout>
        <div className="grid gap-6">
          <AuthTitle title={t('signUp.closedTitle')} about={t('signUp.closedText')} />
          <p>
            <AuthLink to="/sign-in" goTo={props.goTo}>
              {t('back')}
            </AuthLink>
          </p>
        </div>
      </AuthLayout>
    )
  return (
    <AuthLayout below={!online && <AuthNotice>{t('offlineHere')}</AuthNotice>}>
      <SignUpForm {...props} />
    </AuthLayout>
  )
}

function SignUpForm({ goTo, typed, onTyped, onSignedIn }: AuthPage & { onSignedIn: (userId: number) => void }) {
  const { t } = useTranslation('auth')
  const { name, username, email } = typed
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const judge = useLengthJudge()
  const fields = useRef<HTMLDivElement>(null)
  const emailInput = useRef<HTMLInputElement>(null)

  const fail = (found: Errors) => {
    setErrors(found)
    focusWrong(fields.current)
  }

  const submit = async () => {
    if (busy) return
    const found: Errors = {
      name: name.trim() ? undefined : t('signUp.needsName'),
      username: username.trim().length >= 3 ? undefined : t('signUp.needsUsername'),
      email: email.trim() && emailInput.current?.validity.valid ? undefined : t('signUp.needsEmail'),
      password: judge(password),
    }
    if (Object.values(found).some(Boolean)) return fail(found)
    setErrors({})
    setBusy(true)
    try {
      await signUp({ name: name.trim(), username: username.trim(), email: email.trim(), password }, onSignedIn)
    } catch (error) {
      setBusy(false)
      const said = fieldsOf(error)
      fail(Object.keys(said).length > 0 ? said : { all: wordsFor(error, t('signUp.unable'), t('unreachable')) })
    }
  }

  return (
    <AuthForm title={t('signUp.title')} about={t('signUp.about')} onSubmit={() => void submit()}>
      <div ref={fields} className="grid gap-4">
        <Field label={t('signUp.name')} error={errors.name}>
          <TextInput
            size="lg"
            icon={IdCard}
            name="name"
            autoComplete="name"
            maxLength={120}
            value={name}
            onChange={name => onTyped({ name })}
          />
        </Field>
        <Field label={t('signUp.username')} hint={t('signUp.usernameHint')} error={errors.username}>
          <TextInput
            size="lg"
            icon={User}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            value={username}
            onChange={username => onTyped({ username })}
          />
        </Field>
        <Field label={t('signUp.email')} error={errors.email}>
          <TextInput
            ref={emailInput}
            size="lg"
            icon={AtSign}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={email}
            onChange={email => onTyped({ email })}
          />
        </Field>
        <NewPasswordField label={t('password')} value={password} onChange={setPassword} error={errors.password} />
      </div>
      {errors.all && (
        <Banner tone="danger" announce>
          {errors.all}
        </Banner>
      )}
      <Button type="submit" variant="primary" size="lg" block loading={busy}>
        {t('signUp.submit')}
      </Button>
      <p className="flex flex-wrap gap-x-2 text-muted">
        {t('signUp.haveAccount')}
        <AuthLink to="/sign-in" goTo={goTo}>
          {t('signUp.signIn')}
        </AuthLink>
      </p>
    </AuthForm>
  )
}
