import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailPasswordCall, mailStateCall, tryMailCall } from '#contract/calls/general-setting.ts'
import { useAsked, useCall } from '#src/data/use-call.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { SecretRow } from './secret-row.tsx'

type Said = { tone: 'success' | 'danger'; title: string; text?: string }

/** The password of the mail server, which nobody can read, and a mail to oneself as proof that it all works. */
export function MailSetup({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('generalSetting')
  const { answer, error, refresh } = useAsked(mailStateCall, {})
  const setPassword = useCall(mailPasswordCall)
  const tryMail = useCall(tryMailCall)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)

  const send = async () => {
    setSaid(null)
    setBusy(true)
    const called = await tryMail({})
    setBusy(false)
    if ('failure' in called) return setSaid({ tone: 'danger', title: called.failure.message })
    const { sentTo, trouble } = called.answer
    if (sentTo !== null)
      setSaid({ tone: 'success', title: t('screen.test.sent', { address: sentTo }), ...(trouble && { text: trouble }) })
    else setSaid({ tone: 'danger', title: t('screen.test.failed'), text: trouble ?? '' })
  }
  return (
    <>
      <SecretRow
        of="password"
        title={t('screen.password.title')}
        isSet={answer ? answer.hasPassword : null}
        note={error?.message}
        write={password => setPassword({ password })}
        onFailed={title => setSaid({ tone: 'danger', title })}
        onDone={refresh}
      />
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
          loading={busy}
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
    </>
  )
}
