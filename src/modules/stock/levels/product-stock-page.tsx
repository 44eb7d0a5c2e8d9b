import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { productStockCall } from '#contract/calls/product-stock.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { LevelTable } from './level-table.tsx'
import { StockDrawer, type Asked } from './stock-drawer.tsx'

/** Where the pieces of a product are, by colour and place; they are received and counted here. */
export function ProductStockPage({ title }: ScreenProps) {
  const { t } = useTranslation('stockMove')
  const id = Number(useParams().id ?? 0)
  const name = useTitle(product, id)
  const asked = useAsked(productStockCall, { product: id })
  useChanges(product, () => void asked.refresh())
  const mayMove = useCan(stockMove, 'create')
  const [deed, setDeed] = useState<Asked['deed'] | null>(null)
  const { answer, loading, error } = asked
  const mayCount = mayMove && answer?.serialised === false
  return (
    <>
      <PageHead
        title={name ?? t(title)}
        text={t(title)}
        actions={
          <>
            <ButtonLink to={`/stock-move/stock-move-list?filter[product]=${id}`}>{t('titles.list')}</ButtonLink>
            {mayCount && (
              <>
                <Button onClick={() => setDeed('count')}>{t('screen.levels.count')}</Button>
                <Button variant="primary" onClick={() => setDeed('receive')}>
                  {t('screen.levels.receive')}
                </Button>
              </>
            )}
          </>
        }
      />
      <Card flush>
        {loading && <SkeletonRows rows={4} />}
        {error && (
          <div className="p-3">
            <Failed message={error.message} onAgain={() => void asked.refresh()} />
          </div>
        )}
        {answer &&
          (answer.levels.length > 0 ? (
            <LevelTable levels={answer.levels} />
          ) : (
            <EmptyState level={2} title={t('screen.levels.none')} className="min-h-0!" />
          ))}
      </Card>
      {answer?.serialised && <p className="mt-3 text-30 text-muted">{t('screen.levels.devices')}</p>}
      {deed && (
        <StockDrawer asked={{ deed, product: id }} onClose={() => setDeed(null)} onDone={() => void asked.refresh()} />
      )}
    </>
  )
}
