import Lock from 'lucide-react/icons/lock'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changePasswordCall } from '#contract/calls/password.ts'
import { learnPassword } from '#src/session/arrival.ts'
import { askRenewing } from '#src/session/renew.ts'
import { fieldsOf, wordsFor } from '#src/session/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Field } from '#src/ui/field.tsx'
import { focusWrong } from '#src/ui/focus-wrong.ts'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { NewPasswordField, useLengthJudge } from './new-password.tsx'

type Words = Record<'current' | 'currentHint' | 'currentNeeded' | 'new', string>
type Wrong = { password?: string | undefined; newPassword?: string | undefined }
type Changing = {
  username: string
  words: Words
  /** How the two fields lie. */
  className?: string
  onChanged: () => Promise<void>
}

/** What a person changes their own password with: the fields for a form, and what it does when it is sent. */
export function useChangePassword({ username, words, className = '', onChanged }: Changing): {
  fields: ReactNode
  busy: boolean
  submit: () => Promise<void>
} {
  const { t } = useTranslation('auth')
  const judge = useLengthJudge()
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  const fail = (found: Wrong) => {
    setWrong(found)
    focusWrong(place.current)
  }

  const submit = async () => {
    if (busy) return
    setRefused('')
    const found: Wrong = {
      password: password === '' ? words.currentNeeded : undefined,
      newPassword: judge(newPassword),
    }
    if (found.password || found.newPassword) return fail(found)
    setWrong({})
    setBusy(true)
    try {
      await askRenewing(changePasswordCall, { password, newPassword, renew: true })
      void learnPassword(newPassword)
      setPassword('')
      setNewPassword('')
      await onChanged()
    } catch (error) {
      const said: Wrong = fieldsOf(error)
      if (said.password || said.newPassword) fail(said)
      else setRefused(wordsFor(error, t('reset.unable'), t('unreachable')))
    }
    setBusy(false)
  }

  const fields = (
    <>
      {refused && (
        <Banner tone="danger" announce onDismiss={() => setRefused('')}>
          {refused}
        </Banner>
      )}
      {/* A password manager keeps the password under it. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly tabIndex={-1} hidden />
      <div ref={place} className={`grid gap-4 ${className}`}>
        <Field label={words.current} hint={words.currentHint} error={wrong.password}>
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
          label={words.new}
          value={newPassword}
          onChange={next => {
            setNewPassword(next)
            setWrong({ ...wrong, newPassword: undefined })
          }}
          error={wrong.newPassword}
        />
      </div>
    </>
  )
  return { fields, busy, submit }
}
