import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linkCall, resetPasswordCall } from '#contract/calls/password.ts'
import type { AnswerOf } from '#contract/call.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { untilOver } from '#src/lib/until-over.ts'
import { isUnreachable } from '#src/offline/api.ts'
import { ask } from '#src/offline/ask.ts'
import { NewPasswordField, useLengthJudge } from '#src/parts/new-password.tsx'
import { fieldsOf, wordsFor } from '#src/session/words.ts'
import { Button } from '#src/ui/button.tsx'
import { focusWrong } from '#src/ui/focus-wrong.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm, AuthLink, AuthNotice, AuthTitle, type AuthPage } from './auth-parts.tsx'

type Link = AnswerOf<typeof linkCall>
type State = { is: 'asking' } | { is: 'good'; link: Link } | { is: 'bad'; words: string } | { is: 'unreachable' }

type ResetProps = AuthPage & {
  token: string | null
  /** The password is set; nobody is signed in by that. */
  onChanged: (username: string) => void
}

/** Chooses a password with the secret of a link: after forgetting the old one, or to begin. */
export function ResetPage({ goTo, token, onChanged }: ResetProps) {
  const { t } = useTranslation('auth')
  const { online } = useConnection()
  const [state, setState] = useState<State>(token ? { is: 'asking' } : { is: 'bad', words: '' })
  const asking = state.is === 'asking'

  useEffect(() => {
    if (!asking || !token) return
    return untilOver(
      ask(linkCall, { token }),
      link => setState({ is: 'good', link }),
      error => setState(isUnreachable(error) ? { is: 'unreachable' } : { is: 'bad', words: (error as Error).message }),
    )
  }, [asking, token])

  if (state.is === 'good' && token)
    return (
      <AuthLayout below={!online && <AuthNotice>{t('offlineHere')}</AuthNotice>}>
        <ChooseForm link={state.link} token={token} onChanged={onChanged} />
      </AuthLayout>
    )
  return (
    <AuthLayout>
      {state.is === 'asking' ? (
        <p role="status" className="flex animate-late items-center gap-3 text-muted">
          <Spinner />
          {t('reset.checking')}
        </p>
      ) : (
        <div className="grid gap-6">
          {state.is === 'unreachable' ? (
            <AuthTitle title={t('titles.reset')} about={t('unreachable')} />
          ) : (
            <AuthTitle title={t('reset.badTitle')} about={(state.is === 'bad' && state.words) || t('reset.badText')} />
          )}
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {state.is === 'unreachable' ? (
              <Button variant="primary" onClick={() => setState({ is: 'asking' })}>
                {t('reset.again')}
              </Button>
            ) : (
              <Button variant="primary" onClick={() => goTo('/forgot-password')}>
                {t('reset.newLink')}
              </Button>
            )}
            <AuthLink to="/sign-in" goTo={goTo}>
              {t('back')}
            </AuthLink>
          </p>
        </div>
      )}
    </AuthLayout>
  )
}

function ChooseForm({ link, token, onChanged }: { link: Link; token: string; onChanged: ResetProps['onChanged'] }) {
  const { t } = useTranslation('auth')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | undefined>('')
  const [busy, setBusy] = useState(false)
  const judge = useLengthJudge()
  const field = useRef<HTMLDivElement>(null)
  const invited = link.kind === 'invitation'

  const fail = (words: string) => {
    setError(words)
    focusWrong(field.current)
  }

  const submit = async () => {
    if (busy) return
    const short = judge(password)
    if (short) return fail(short)
    setBusy(true)
    setError('')
    try {
      await ask(resetPasswordCall, { token, password })
      onChanged(link.username)
    } catch (error) {
      setBusy(false)
      fail(fieldsOf(error).password ?? wordsFor(error, t('reset.unable'), t('unreachable')))
    }
  }

  return (
    <AuthForm
      title={invited ? t('reset.welcome', link) : t('reset.title')}
      about={t(invited ? 'reset.welcomeAbout' : 'reset.about', link)}
      onSubmit={() => void submit()}
    >
      {/* A password manager keeps the password under it. */}
      <input type="text" name="username" autoComplete="username" value={link.username} readOnly tabIndex={-1} hidden />
      <div ref={field}>
        <NewPasswordField label={t('newPassword')} value={password} onChange={setPassword} error={error} />
      </div>
      <Button type="submit" variant="primary" size="lg" block loading={busy}>
        {t('reset.submit')}
      </Button>
    </AuthForm>
  )
}
