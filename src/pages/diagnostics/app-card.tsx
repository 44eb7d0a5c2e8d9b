import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { builtAt, isOlderBuild, type Version } from '#contract/build.ts'
import { tellNews, useAppNews } from '#src/app/app-news.ts'
import { askForUpdate } from '#src/app/updates.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import type { DeviceFacts } from './facts.ts'
import { FactList } from './fact-list.tsx'

/** Which version runs, and whether there is a newer one. */
export function AppCard({ facts: { build, served, worker, deviceId } }: { facts: DeviceFacts }) {
  const { t } = useTranslation('diagnostics')
  const { newer } = useAppNews()
  const [asked, setAsked] = useState(false)
  const made = builtAt(build)
  const state = stateOf(served, build, newer)
  const name = (text: string | null | undefined) => <bdi className="font-mono text-30">{text ?? '—'}</bdi>
  const facts = [
    [t('app.build'), name(build)],
    [t('app.made'), made === null ? '—' : formatDateTime(new Date(made))],
    [t('app.served'), t(`app.${state}`)],
    [t('app.worker'), worker?.build ? name(worker.build) : t(worker ? 'app.silentWorker' : 'app.noWorker')],
    [t('app.device'), name(deviceId)],
  ] as const
  return (
    <Card title={t('app.title')}>
      <div className="grid gap-4">
        <FactList facts={facts} />
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => {
            // Whoever looks wants to hear of it, also of what they have put off.
            tellNews({ later: false })
            askForUpdate()
            setAsked(true)
          }}
        >
          {t('app.look')}
        </Button>
        {asked && (
          <p role="status" className="text-30 text-muted">
            {t('app.looked')}
          </p>
        )}
      </div>
    </Card>
  )
}

/** How what the server has stands to this build. It may have been set back to an older one. */
function stateOf(served: Version | null, build: string, newer: boolean): 'older' | 'newer' | 'current' | 'unknown' {
  if (served && isOlderBuild(served.build, build)) return 'older'
  if (newer || (served && served.build !== build)) return 'newer'
  return served ? 'current' : 'unknown'
}
