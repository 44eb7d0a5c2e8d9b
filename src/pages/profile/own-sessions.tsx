import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endSessionsCall, sessionsCall } from '#contract/calls/access.ts'
import { useAsked, useCall } from '#src/data/use-call.ts'
import { SessionList } from '#src/parts/session-list.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toast } from '#src/ui/toast.ts'

/** Where one is signed in oneself: end one, or all but this one. */
export function OwnSessions() {
  const { t } = useTranslation('profile')
  const { answer, loading, error, refresh } = useAsked(sessionsCall, {})
  const end = useCall(endSessionsCall)
  const [busy, setBusy] = useState<string | null>(null)
  const [refused, setRefused] = useState('')
  const rows = (answer?.rows ?? []).toSorted((a, b) => Number(b.current) - Number(a.current))
  const run = async (id?: string) => {
    setRefused('')
    setBusy(id ?? 'others')
    const called = await end(id ? { id } : {})
    setBusy(null)
    if ('failure' in called) return setRefused(called.failure.message)
    toast(t('sessions.ended', { count: called.answer.ended }))
    return refresh()
  }
  return (
    <Card
      flush
      title={t('sessions.title')}
      aside={
        rows.some(row => !row.current) && (
          <Button size="xs" loading={busy === 'others'} onClick={() => void run()}>
            {t('sessions.endOthers')}
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
      <SessionList rows={rows} busy={busy} onEnd={id => void run(id)} />
    </Card>
  )
}
