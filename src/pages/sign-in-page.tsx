import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import User from 'lucide-react/icons/user'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { piece } from '#src/lib/piece.ts'
import { useDoor } from '#src/session/door.ts'
import { signIn, type Reason } from '#src/session/session.ts'
import type { Waiting } from '#src/session/waiting.ts'
import { fieldsOf, wordsFor } from '#src/session/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm, AuthLink, AuthNotice, type AuthPage } from './auth-parts.tsx'

const WhoIsHere = piece(() => import('./who-is-here.tsx').then(({ WhoIsHere }) => WhoIsHere))

type Errors = { username?: string | undefined; password?: string | undefined }

type SignInProps = AuthPage & {
  reason: Reason | null
  /** A password was set a moment ago. */
  changed: boolean
  waiting: Waiting | null
  /** Do several people use this device in turn? */
  shared: boolean
  /** Runs just before the session is there and the rest of the app takes over. */
  onSignedIn: (userId: number) => void
}

export function SignInPage({ reason, changed, waiting, shared, goTo, typed, onTyped, onSignedIn }: SignInProps) {
  const { t } = useTranslation('auth')
  const { online } = useConnection()
  const door = useDoor()
  const { username } = typed
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(true)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const fail = (found: Errors) => {
    setErrors(found)
    if (found.username) nameInput.current?.focus()
    else passwordInput.current?.select()
  }

  const submit = async () => {
    if (busy) return
    const empty: Errors = {
      ...(username.trim() ? {} : { username: t('signIn.needsUsername') }),
      ...(password ? {} : { password: t('signIn.needsPassword') }),
    }
    if (empty.username || empty.password) return fail(empty)
    setErrors({})
    setBusy(true)
    try {
      await signIn({ username: username.trim(), password, keep }, onSignedIn)
    } catch (error) {
      setBusy(false)
      const { username: name, password: word } = fieldsOf(error)
      fail(
        name ? { username: name, password: word } : { password: wordsFor(error, t('signIn.unable'), t('unreachable')) },
      )
    }
  }

  return (
    <AuthLayout
      below={
        <>
          {!online && <AuthNotice>{t('offline')}</AuthNotice>}
          {waiting && <UnsentNotice {...waiting} />}
        </>
      }
    >
      <AuthForm title={t('titles.signIn')} about={t('signIn.about')} onSubmit={() => void submit()}>
        {reason && <ReasonNotice {...reason} />}
        {changed && <AuthNotice good>{t('signIn.changed')}</AuthNotice>}
        <div className="grid gap-4">
          <Field label={t('username')} error={errors.username}>
            <TextInput
              ref={nameInput}
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
          <Field
            label={t('password')}
            error={errors.password}
            aside={
              <AuthLink to="/forgot-password" goTo={goTo}>
                {t('signIn.forgot')}
              </AuthLink>
            }
          >
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
          <Checkbox
            label={door ? t('signIn.keepDays', { count: door.keepDays }) : t('signIn.keep')}
            checked={keep}
            onChange={setKeep}
          />
          {shared && (
            <Suspense>
              <WhoIsHere
                username={username}
                onPick={username => {
                  onTyped({ username })
                  passwordInput.current?.focus()
                }}
              />
            </Suspense>
          )}
        </div>
        <Button type="submit" variant="primary" size="lg" block loading={busy}>
          {t('signIn.submit')}
        </Button>
        {door?.signUp !== false && (
          <p className="flex flex-wrap gap-x-2 text-muted">
            {t('signIn.noAccount')}
            <AuthLink to="/sign-up" goTo={goTo}>
              {t('signIn.signUp')}
            </AuthLink>
          </p>
        )}
      </AuthForm>
    </AuthLayout>
  )
}

/** Why somebody finds themselves here who did not ask for it. */
function ReasonNotice({ kind, words }: Reason) {
  const { t } = useTranslation('auth')
  if (kind === 'chosen') return null
  // Only the server knows whether they can go on at all: an account may have been closed.
  const [title, text] =
    kind === 'lockedOut'
      ? [t('signIn.lockedOut'), t('signIn.lockedOutText')]
      : words
        ? [words, t('signIn.kept')]
        : [t('signIn.expired'), t('signIn.goOn')]
  return (
    <AuthNotice icon={LogOut} title={title}>
      {text}
    </AuthNotice>
  )
}

function UnsentNotice({ count, initials }: Waiting) {
  const { t } = useTranslation('auth')
  return (
    <AuthNotice title={t('unsent.title', { count })}>
      {initials.length === 1
        ? t('unsent.one', { initial: initials[0] })
        : t('unsent.several', { initials: new Intl.ListFormat('en').format(initials.map(initial => `${initial}.`)) })}
    </AuthNotice>
  )
}
