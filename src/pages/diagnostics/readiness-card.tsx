import { useTranslation } from 'react-i18next'
import { useReadiness } from '#src/data/use-readiness.ts'
import { useVerdict } from '#src/parts/readiness/use-verdict.ts'
import { GetItNow } from '#src/parts/readiness/get-it-now.tsx'
import { ReadinessLines } from '#src/parts/readiness/readiness-lines.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'

/** Whether this device may leave the network, and what it lacks. */
export function ReadinessCard() {
  const { t } = useTranslation('readiness')
  const verdict = useVerdict()
  const device = useReadiness()
  const { looked } = device
  if (!looked) return null
  const { ready } = looked.readiness
  return (
    <Card title={t('title')} aside={<Badge tone={ready ? 'success' : 'warning'}>{verdict(looked.readiness)}</Badge>}>
      <div className="grid gap-4">
        <ReadinessLines {...looked} />
        <GetItNow device={device} />
      </div>
    </Card>
  )
}
