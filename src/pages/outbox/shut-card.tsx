import DatabaseZap from 'lucide-react/icons/database-zap'
import { useTranslation } from 'react-i18next'
import { useUnsent } from '#src/data/use-unsent.ts'
import { buttonLook } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** What waits in a store that is there and does not open: how much, and the way to it. Why, the notice above the page says. */
export function ShutCard() {
  const { t } = useTranslation(['outbox', 'shell'])
  const { known, kept } = useUnsent()
  const waits = !known || kept > 0
  return (
    <Card>
      <EmptyState
        icon={DatabaseZap}
        title={known ? t('shut.title', { count: kept }) : t('shut.unknown')}
        text={`${waits ? t('shut.text') : ''} ${t('shut.meanwhile')}`}
        action={
          waits && (
            <a href="/rescue.html" className={buttonLook()}>
              {t('shell:update.rescue')}
            </a>
          )
        }
      />
    </Card>
  )
}
