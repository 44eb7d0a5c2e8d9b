import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailPasswordCall, mailStateCall, tryMailCall } from '#contract/calls/general-setting.ts'
import { useAsked, useCall } from '#src/data/use-call.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { toast } from '#src/ui/toast.ts'

type Said = { tone: 'success' | 'danger'; title: string; text?: string }

/** The password of the mail server, which nobody can read, and a mail to oneself as proof that it all works. */
export function MailSetup({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('generalSetting')
  const { answer, error, refresh } = useAsked(mailStateCall, {})
  const setPassword = useCall(mailPasswordCall)
  const tryMail = useCall(tryMailCall)
  const [typing, setTyping] = useState(false)
  const [busy, setBusy] = useState<'remove' | 'try' | null>(null)
  const [said, setSaid] = useState<Said | null>(null)

  const remove = async () => {
    setBusy('remove')
    const called = await setPassword({ password: null })
    setBusy(null)
    if ('failure' in called) return setSaid({ tone: 'danger', title: called.failure.message })
    toast(t('screen.password.removed'))
    return refresh()
  }
  const send = async () => {
    setSaid(null)
    setBusy('try')
    const called = await tryMail({})
    setBusy(null)
    if ('failure' in called) return setSaid({ tone: 'danger', title: called.failure.message })
    const { sentTo, trouble } = called.answer
    if (sentTo !== null)
      setSaid({ tone: 'success', title: t('screen.test.sent', { address: sentTo }), ...(trouble && { text: trouble }) })
    else setSaid({ tone: 'danger', title: t('screen.test.failed'), text: trouble ?? '' })
  }
  return (
    <>
      <div className="flex items-center gap-2 max-sm:flex-wrap sm:col-span-2">
        <p className="min-w-0 flex-1">
          <span className="block text-30 font-medium">{t('screen.password.title')}</span>
          <span className="text-30 text-muted">
            {error?.message ??
              (answer?.hasPassword ? t('screen.password.isSet') : answer && t('screen.password.isNot'))}
          </span>
        </p>
        {answer?.hasPassword && (
          <Button size="sm" loading={busy === 'remove'} onClick={() => void remove()}>
            {t('screen.password.remove')}
          </Button>
        )}
        <Button size="sm" className="shrink-0" onClick={() => setTyping(true)}>
          {answer?.hasPassword ? t('screen.password.change') : t('screen.password.set')}
        </Button>
      </div>
      <div className="flex items-center gap-2 max-sm:flex-wrap sm:col-span-2">
        <p className="min-w-0 flex-1">
          <span className="block text-30 font-medium">{t('screen.test.title')}</span>
          <span className="text-30 text-muted">
            {unsaved
              ? t('screen.test.saveFirst')
              : answer && !answer.configured
                ? t('screen.test.notYet')
                : t('screen.test.text')}
          </span>
        </p>
        <Button
          size="sm"
          className="shrink-0"
          icon={Send}
          loading={busy === 'try'}
          disabled={unsaved || !answer?.configured}
          onClick={() => void send()}
        >
          {t('screen.test.send')}
        </Button>
      </div>
      {said && (
        <Banner tone={said.tone} announce title={said.title} onDismiss={() => setSaid(null)} className="sm:col-span-2">
          {said.text}
        </Banner>
      )}
      {typing && (
        <PasswordDialog
          onClose={() => setTyping(false)}
          onSet={async password => {
            const called = await setPassword({ password })
            if ('failure' in called) return called.failure.message
            setTyping(false)
            toast(t('screen.password.saved'))
            await refresh()
            return null
          }}
        />
      )}
    </>
  )
}

type DialogProps = { onClose: () => void; onSet: (password: string) => Promise<string | null> }

function PasswordDialog({ onClose, onSet }: DialogProps) {
  const { t } = useTranslation(['generalSetting', 'crud'])
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const submit = async () => {
    if (busy) return
    if (password === '') return setWrong(t('generalSetting:screen.password.needed'))
    setBusy(true)
    const refused = await onSet(password)
    setBusy(false)
    if (refused) setWrong(refused)
  }
  return (
    <FormDialog
      sticky
      onClose={onClose}
      title={t('generalSetting:screen.password.title')}
      description={t('generalSetting:screen.password.about')}
      onSubmit={() => void submit()}
      submitLabel={t('crud:save')}
      busy={busy}
    >
      <Field label={t('generalSetting:screen.password.label')} required error={wrong}>
        <PasswordInput
          autoComplete="off"
          value={password}
          onChange={next => {
            setPassword(next)
            setWrong('')
          }}
        />
      </Field>
    </FormDialog>
  )
}
