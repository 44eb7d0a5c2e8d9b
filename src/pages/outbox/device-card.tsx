import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import FileDown from 'lucide-react/icons/file-down'
import FileUp from 'lucide-react/icons/file-up'
import Hourglass from 'lucide-react/icons/hourglass'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/data/use-connection.ts'
import { useUnsentFiles } from '#src/data/use-outbox.ts'
import { formatBytes, formatNumber } from '#src/lib/format.ts'
import { untilOver } from '#src/lib/until-over.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { whenOf } from './op-state.tsx'
import { useTransfer } from './use-transfer.ts'

const icons = { online: CloudCheck, slow: Hourglass, silent: CloudOff, offline: CloudOff }

/** How this device stands, and the way out for what could not be sent: a file. */
export function DeviceCard({ count }: { count: number }) {
  const { t } = useTranslation('outbox')
  const { online, slow, silent, lastSyncAt } = useConnection()
  const line = !online ? 'offline' : silent ? 'silent' : slow ? 'slow' : 'online'
  const files = useUnsentFiles()
  const storage = useStorage()
  const { busy, said, exportAll, importFile, dismiss } = useTransfer()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Card
      title={t('device.title')}
      aside={
        <Badge tone={line === 'online' ? 'success' : 'warning'} icon={icons[line]}>
          {t(`device.${line}`)}
        </Badge>
      }
    >
      <dl className="grid gap-2 text-30">
        <Fact name={t('device.lastSync')}>{lastSyncAt ? whenOf(new Date(lastSyncAt)) : t('device.never')}</Fact>
        <Fact name={t('device.changes')}>{formatNumber(count)}</Fact>
        {files > 0 && <Fact name={t('device.files')}>{formatNumber(files)}</Fact>}
        {storage && (
          <Fact name={t('device.storage')}>
            {t('device.storageOf', { used: formatBytes(storage.used), total: formatBytes(storage.total) })}
          </Fact>
        )}
      </dl>
      {storage && <Progress label={t('device.storage')} value={storage.used / storage.total} className="mt-3" />}
      {said && (
        <Banner tone={said.tone} announce onDismiss={dismiss} className="mt-3">
          {said.words}
        </Banner>
      )}
      <div className="mt-4 grid gap-2">
        <Button
          size="sm"
          block
          icon={FileDown}
          loading={busy === 'export'}
          disabled={count === 0 && files === 0}
          onClick={() => void exportAll()}
        >
          {t('device.export')}
        </Button>
        <Button size="sm" block icon={FileUp} loading={busy === 'import'} onClick={() => input.current?.click()}>
          {t('device.import')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label={t('device.importLabel')}
          tabIndex={-1}
          className="sr-only"
          onChange={event => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void importFile(file)
          }}
        />
      </div>
    </Card>
  )
}

/** A line of its own: a long value of another one takes no room from its name. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="text-end tabular-nums">{children}</dd>
  </div>
)

/** What the browser says that is used, of what it gives; null where it says nothing. */
function useStorage() {
  const [storage, setStorage] = useState<{ used: number; total: number } | null>(null)
  useEffect(() => {
    const estimate = async (): Promise<StorageEstimate> => (await navigator.storage?.estimate?.()) ?? {}
    return untilOver(
      estimate(),
      ({ usage, quota }) => usage !== undefined && quota && setStorage({ used: usage, total: quota }),
      () => undefined,
    )
  }, [])
  return storage
}
