import Copy from 'lucide-react/icons/copy'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isInstalled } from '#src/app/install.ts'
import { DetailPart } from '#src/crud/detail-part.tsx'
import { useData, useKeepsNothing } from '#src/data/data.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useShut } from '#src/data/use-shut.ts'
import { clockOffset } from '#src/lib/clock.ts'
import { untilOver } from '#src/lib/until-over.ts'
import { userDbName } from '#src/offline/user-db.ts'
import { useMe } from '#src/session/house.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useCopy } from '#src/ui/use-copy.ts'
import { AppCard } from './diagnostics/app-card.tsx'
import { ConnectionCard } from './diagnostics/connection-card.tsx'
import { ErrorsCard } from './diagnostics/errors-card.tsx'
import { gatherFacts, type DeviceFacts } from './diagnostics/facts.ts'
import { InstallCard } from './diagnostics/install-card.tsx'
import { ReadinessCard } from './diagnostics/readiness-card.tsx'
import { reportOf } from './diagnostics/report.ts'
import { StorageCard } from './diagnostics/storage-card.tsx'
import { StoresCard } from './diagnostics/stores-card.tsx'
import { UnsentCard } from './diagnostics/unsent-card.tsx'

/** How this device is: what it keeps, what waits on it, which version runs. For everybody, and for whoever helps them. */
export function DiagnosticsPage() {
  const { t } = useTranslation('diagnostics')
  const { db, opened } = useData()
  const { userId } = useMe()
  const shut = useShut()
  const keepsNothing = useKeepsNothing() && !shut
  const own = keepsNothing ? null : userDbName(userId)
  const connection = useConnection()
  const toClipboard = useCopy()
  const [facts, setFacts] = useState<DeviceFacts | null>(null)
  const [busy, setBusy] = useState(false)

  const look = async () => setFacts(await gatherFacts(own, db))
  useEffect(() => {
    if (opened) return untilOver(gatherFacts(own, db), setFacts)
  }, [db, opened, own])

  const again = async () => {
    setBusy(true)
    await look()
    setBusy(false)
  }
  const copy = () => {
    const more = { installed: isInstalled(), clockOffset: clockOffset() }
    if (facts) toClipboard(reportOf(facts, connection, more), t('copied'))
  }
  return (
    <>
      <PageHead
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <Button icon={RefreshCw} loading={busy} onClick={() => void again()}>
              {t('again')}
            </Button>
            <Button variant="primary" icon={Copy} disabled={facts === null} onClick={copy}>
              {t('copy')}
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-5">
          {facts ? (
            <>
              <Suspense
                fallback={
                  <Card flush>
                    <SkeletonRows />
                  </Card>
                }
              >
                <ReadinessCard />
              </Suspense>
              <DetailPart>
                <StorageCard facts={facts} onChanged={() => void look()} />
              </DetailPart>
              <DetailPart>
                <UnsentCard facts={facts} />
              </DetailPart>
              <DetailPart>
                <StoresCard facts={facts} />
              </DetailPart>
              <DetailPart>
                <ErrorsCard errors={facts.errors} />
              </DetailPart>
            </>
          ) : (
            <Card flush>
              <SkeletonRows />
            </Card>
          )}
        </div>
        <div className="grid min-w-0 gap-5">
          {facts && (
            <DetailPart>
              <AppCard facts={facts} />
            </DetailPart>
          )}
          <DetailPart>
            <ConnectionCard connection={connection} />
          </DetailPart>
          <DetailPart>
            <InstallCard />
          </DetailPart>
        </div>
      </div>
    </>
  )
}
