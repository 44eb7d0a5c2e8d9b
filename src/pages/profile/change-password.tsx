import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePasswordCall } from '#contract/calls/password.ts'
import { sessionsCall } from '#contract/calls/access.ts'
import { useAsked, useCall } from '#src/data/use-call.ts'
import { NewPasswordField, useLengthJudge } from '#src/parts/new-password.tsx'
import { learnPassword } from '#src/session/arrival.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { submitting } from '#src/ui/submitting.ts'
import { toast } from '#src/ui/toast.ts'

type Wrong = { password?: string | undefined; newPassword?: string | undefined }

export function ChangePassword({ username }: { username: string }) {
  const { t } = useTranslation('profile')
  const judge = useLengthJudge()
  const change = useCall(changePasswordCall)
  const { refresh } = useAsked(sessionsCall, {})
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async () => {
    if (busy) return
    setRefused('')
    const found: Wrong = {
      password: password === '' ? t('password.currentNeeded') : undefined,
      newPassword: judge(newPassword),
    }
    setWrong(found)
    if (found.password || found.newPassword) return
    setBusy(true)
    const called = await change({ password, newPassword })
    setBusy(false)
    if ('failure' in called) {
      const { fields = {}, message } = called.failure
      setWrong(fields)
      if (!fields.password && !fields.newPassword) setRefused(message)
      return
    }
    void learnPassword(newPassword)
    setPassword('')
    setNewPassword('')
    toast(t('password.changed'))
    await refresh()
  }
  return (
    <Card title={t('password.title')}>
      <form noValidate onSubmit={submitting(() => void submit())} className="grid gap-4">
        <p className="text-30 text-muted">{t('password.text')}</p>
        {refused && (
          <Banner tone="danger" announce onDismiss={() => setRefused('')}>
            {refused}
          </Banner>
        )}
        {/* For password managers: which account it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('password.current')} hint={t('password.currentHint')} error={wrong.password}>
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
            label={t('password.new')}
            value={newPassword}
            onChange={next => {
              setNewPassword(next)
              setWrong({ ...wrong, newPassword: undefined })
            }}
            error={wrong.newPassword}
          />
        </div>
        <Button type="submit" loading={busy} className="justify-self-end">
          {t('password.change')}
        </Button>
      </form>
    </Card>
  )
}
