import { useTranslation } from 'react-i18next'
import { sessionsCall } from '#contract/calls/access.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useChangePassword } from '#src/parts/change-password.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { submitting } from '#src/ui/submitting.ts'
import { toast } from '#src/ui/toast.ts'

export function ChangePassword({ username }: { username: string }) {
  const { t } = useTranslation('profile')
  const { refresh } = useAsked(sessionsCall, {})
  const words = {
    current: t('password.current'),
    currentHint: t('password.currentHint'),
    currentNeeded: t('password.currentNeeded'),
    new: t('password.new'),
  }
  const onChanged = async () => {
    toast(t('password.changed'))
    await refresh()
  }
  const { fields, busy, submit } = useChangePassword({ username, words, className: 'sm:grid-cols-2', onChanged })
  return (
    <Card title={t('password.title')}>
      <form noValidate onSubmit={submitting(() => void submit())} className="grid gap-4">
        <p className="text-30 text-muted">{t('password.text')}</p>
        {fields}
        <Button type="submit" loading={busy} className="justify-self-end">
          {t('password.change')}
        </Button>
      </form>
    </Card>
  )
}
