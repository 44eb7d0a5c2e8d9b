import Lock from 'lucide-react/icons/lock'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { readUnkept, watchUnkept } from '#src/offline/unkept-files.ts'
import { NameButton } from '#src/parts/name-button.tsx'
import { everythingIsKept, whatIsTypedIsKept } from '#src/session/dirty.ts'
import { useMaybeWho } from '#src/session/house.ts'
import { judgesAlone } from '#src/session/lock.ts'
import { signOut, switchUser, useSession } from '#src/session/session.ts'
import { tryUnlock } from '#src/session/unlock.ts'
import { useOthersHere } from '#src/session/use-others-here.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthForm, AuthNotice } from './auth-parts.tsx'
import { unsentHere } from './unsent-here.ts'

/** Stands in the place of the app on a device that was left alone. */
export function LockPage() {
  const { t } = useTranslation('auth')
  const { user } = useSession()
  const { online } = useConnection()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const unkept = useSyncExternalStore(watchUnkept, readUnkept)
  const others = useOthersHere() ?? []
  const [alone, setAlone] = useState<boolean>()
  const input = useRef<HTMLInputElement>(null)
  const name = useMaybeWho()?.name || user?.username || ''
  useOnlyTitle(`${t('titles.lock')} · ${t('shell:product')}`)

  useEffect(() => void judgesAlone().then(setAlone), [])
  // Counted when it is asked: what waited when the lock came down may be sent by now.
  const ask = async () => {
    setUnsent(await unsentHere().catch(() => 0))
    setLeaving(true)
  }

  const fail = (words: string) => {
    setBusy(false)
    setError(words)
    input.current?.select()
    input.current?.focus()
  }

  const submit = async () => {
    if (busy) return
    if (password === '') return fail(t('lock.needsPassword'))
    setBusy(true)
    setError('')
    const result = await tryUnlock(password)
    if (result.is === 'wrong') fail(result.left > 0 ? t('lock.wrong', { count: result.left }) : t('lock.lockedOut'))
    else if (result.is === 'later') fail(result.words || t('lock.unknown'))
    else if (result.is === 'unknown') fail(t('lock.unknown'))
  }

  return (
    <AuthLayout
      below={
        !online && alone !== undefined && <AuthNotice>{t(alone ? 'lock.offline' : 'lock.offlineUnknown')}</AuthNotice>
      }
    >
      <div className="grid gap-6">
        <AuthForm title={t('lock.title')} about={t('lock.about', { name })} onSubmit={() => void submit()}>
          <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
          <Field label={t('lock.password', { name })} error={error}>
            <PasswordInput
              ref={input}
              size="lg"
              icon={Lock}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" block loading={busy}>
            {t('lock.submit')}
          </Button>
        </AuthForm>
        {leaving ? (
          <div role="group" aria-label={t('lock.other')} className="grid gap-3 rounded-3 border p-4">
            <p className="text-30 text-pretty text-muted">{t(textOf(unkept), { name })}</p>
            {unkept > 0 && (
              <p className="text-30 font-medium text-pretty">{t('lock.unkept', { count: unkept, name })}</p>
            )}
            {unsent > 0 && (
              <p className="text-30 font-medium text-pretty">{t('lock.unsent', { count: unsent, name })}</p>
            )}
            {!online && <p className="text-30 font-medium text-pretty">{t('lock.otherAway', { name })}</p>}
            {others.length > 0 && (
              <ul aria-label={t('switch.people')} className="flex flex-wrap gap-2">
                {others.map(name => (
                  <li key={name}>
                    <NameButton name={name} onClick={() => void switchUser(name)} />
                  </li>
                ))}
              </ul>
            )}
            <p className="flex flex-wrap gap-2">
              <Button variant="danger" onClick={() => void signOut()}>
                {t('lock.otherYes', { name })}
              </Button>
              <Button variant="ghost" onClick={() => setLeaving(false)}>
                {t('lock.otherNo')}
              </Button>
            </p>
          </div>
        ) : (
          <p>
            <Button variant="ghost" className="-ms-3" onClick={() => void ask()}>
              {t('lock.other')}
            </Button>
          </p>
        )}
      </div>
    </AuthLayout>
  )
}

/** What becomes of the rest of their work is said beside it. */
function textOf(unkept: number) {
  if (unkept === 0) return everythingIsKept() ? 'lock.otherText' : 'lock.otherTextLost'
  return whatIsTypedIsKept() ? 'lock.otherDrafts' : 'lock.otherDraftsLost'
}

/** The title of the tab tells nothing of the page behind the lock, also where that one changes it meanwhile. */
function useOnlyTitle(title: string) {
  useEffect(() => {
    let behind = document.title
    const watch = new MutationObserver(() => {
      if (document.title === title) return
      behind = document.title
      document.title = title
    })
    document.title = title
    watch.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => {
      watch.disconnect()
      document.title = behind
    }
  }, [title])
}
