import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#src/lib/format.ts'
import { refreshActor } from '#src/session/actor.ts'
import { useHouse, useMe } from '#src/session/house.ts'
import { signOut } from '#src/session/session.ts'
import { wordsFor } from '#src/session/words.ts'
import { Button } from '#src/ui/button.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { AuthNotice, AuthTitle } from './auth-parts.tsx'

const EVERY = 5_000

/** All that somebody sees whose account nobody has let in yet. Goes away by itself once somebody has. */
export function PendingPage() {
  const { t } = useTranslation('auth')
  const { name } = useMe()
  const { helpContact } = useHouse()
  const [asked, setAsked] = useState('')
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refreshActor().catch(() => {})
    }, EVERY)
    return () => clearInterval(timer)
  }, [])

  const again = async () => {
    setBusy(true)
    try {
      await refreshActor()
      setAsked(t('pending.still', { time: formatTime(new Date()) }))
    } catch (error) {
      setAsked(wordsFor(error, t('unreachable'), t('unreachable')))
    }
    setBusy(false)
  }

  return (
    <AuthLayout below={asked && <AuthNotice icon={RefreshCw}>{asked}</AuthNotice>}>
      <div className="grid gap-6">
        <AuthTitle title={t('pending.title')} about={t('pending.text', { name })} />
        {helpContact && <p className="text-muted">{t('pending.ask', { contact: helpContact })}</p>}
        <p className="flex flex-wrap gap-2">
          <Button variant="primary" loading={busy} onClick={() => void again()}>
            {t('pending.again')}
          </Button>
          <Button onClick={() => void signOut()}>{t('pending.signOut')}</Button>
        </p>
      </div>
    </AuthLayout>
  )
}
