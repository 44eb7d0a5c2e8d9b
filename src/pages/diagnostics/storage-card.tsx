import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '#src/lib/format.ts'
import { askAgainToPersist } from '#src/offline/storage.ts'
import { leavesRoom, type StorageUse } from '#src/offline/storage-use.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Progress } from '#src/ui/progress.tsx'
import type { DeviceFacts } from './facts.ts'

/** How full the device is, and whether the browser has promised to leave it alone. */
export function StorageCard({ facts, onChanged }: { facts: DeviceFacts; onChanged: () => void }) {
  const { t } = useTranslation('diagnostics')
  const { use, persisted, keepsNothing } = facts
  return (
    <Card title={t('storage.title')}>
      <div className="grid gap-4">
        {keepsNothing && (
          <Banner tone="warning" title={t('storage.none')}>
            {t('storage.noneText')}
          </Banner>
        )}
        {use ? <Use use={use} /> : <p className="text-muted">{t('storage.unknown')}</p>}
        <Persistence persisted={persisted} onChanged={onChanged} />
      </div>
    </Card>
  )
}

function Use({ use }: { use: StorageUse }) {
  const { t } = useTranslation('diagnostics')
  const { used, quota } = use
  const isNearlyFull = !leavesRoom(use)
  const share = used / quota
  const words = t('storage.used', { used: formatBytes(used), quota: formatBytes(quota), share })
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-80 tabular-nums">{formatBytes(used)}</span>
        <span className="text-30 text-muted tabular-nums">{words}</span>
      </p>
      <Progress
        label={words}
        value={share}
        tone={isNearlyFull ? 'danger' : share > 0.6 ? 'warning' : 'accent'}
        className="h-2!"
      />
      {isNearlyFull && <p className="text-30 text-danger-text">{t('storage.nearlyFull')}</p>}
    </div>
  )
}

function Persistence({ persisted, onChanged }: { persisted: boolean | null; onChanged: () => void }) {
  const { t } = useTranslation('diagnostics')
  const [refused, setRefused] = useState(false)
  const ask = async () => {
    setRefused((await askAgainToPersist()) !== true)
    onChanged()
  }
  const kind = persisted === null ? 'unknown' : persisted ? 'yes' : 'no'
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="font-medium">{t(`persisted.${kind}`)}</p>
        <p className="text-30 text-pretty text-muted">{t(refused ? 'persisted.refused' : `persisted.${kind}Text`)}</p>
      </div>
      {kind === 'no' && (
        <Button size="sm" icon={ShieldCheck} onClick={() => void ask()}>
          {t('persisted.ask')}
        </Button>
      )}
    </div>
  )
}
