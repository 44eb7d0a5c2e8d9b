import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endPersonSessionsCall, personSessionsCall } from '#contract/calls/access.ts'
import type { User } from '#contract/modules/access/user.ts'
import { useAsked, useCall } from '#src/data/use-call.ts'
import { SessionList } from '#src/parts/session-list.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toast } from '#src/ui/toast.ts'

/** Where somebody is signed in, and taking that away. */
export function SessionsCard({ person, mayEnd }: { person: User; mayEnd: boolean }) {
  const { t } = useTranslation(['user', 'profile'])
  const { answer, loading, error, refresh } = useAsked(personSessionsCall, { user: person.id })
  const end = useCall(endPersonSessionsCall)
  const [busy, setBusy] = useState<string | null>(null)
  const [refused, setRefused] = useState('')
  const rows = answer?.rows ?? []
  const run = async (id?: string) => {
    setRefused('')
    setBusy(id ?? 'all')
    const called = await end({ user: person.id, ...(id ? { id } : {}) })
    setBusy(null)
    if ('failure' in called) return setRefused(called.failure.message)
    toast(t('profile:sessions.ended', { count: called.answer.ended }))
    return refresh()
  }
  return (
    <Card
      flush
      title={t('user:screen.sessions.title')}
      aside={
        mayEnd &&
        rows.length > 1 && (
          <Button size="xs" loading={busy === 'all'} onClick={() => void run()}>
            {t('user:screen.sessions.endAll')}
          </Button>
        )
      }
    >
      {refused && (
        <Banner tone="danger" announce className="m-4" onDismiss={() => setRefused('')}>
          {refused}
        </Banner>
      )}
      {loading && <SkeletonRows rows={2} />}
      {error && <p className="px-4 py-3 text-30 text-muted">{error.message}</p>}
      {answer && rows.length === 0 && (
        <p className="px-4 py-3 text-30 text-muted">{t('user:screen.sessions.none', { name: person.name })}</p>
      )}
      <SessionList rows={rows} busy={busy} onEnd={mayEnd ? id => void run(id) : undefined} />
    </Card>
  )
}
