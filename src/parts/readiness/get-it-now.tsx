import CloudDownload from 'lucide-react/icons/cloud-download'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceReadiness } from '#src/data/use-readiness.ts'
import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'

/** Fetches what the device lacks, with how far that is; nothing where nothing is missing. */
export function GetItNow({ device: { looked, getting, get } }: { device: DeviceReadiness }) {
  const { t } = useTranslation('readiness')
  const [said, setSaid] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const start = async () => {
    setSaid(null)
    const failure = await get()
    setFailed(failure !== null)
    setSaid(failure ? t('failed', { why: failure.message }) : t('still'))
  }
  const isReady = looked?.readiness.ready ?? false
  return (
    <div className="grid gap-3" aria-live="polite">
      {getting !== null && <Progress label={t('getting')} value={getting} />}
      {isReady && !failed ? (
        said && <p className="text-30 text-success-text">{t('done')}</p>
      ) : (
        <>
          {said && <p className="text-30 text-warning-text">{said}</p>}
          <div className="flex justify-end">
            <Button variant="primary" icon={CloudDownload} loading={getting !== null} onClick={() => void start()}>
              {t('get')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
