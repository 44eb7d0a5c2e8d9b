import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { part } from '#contract/modules/catalogue/part.ts'
import { heldPart, type HeldPart } from '#contract/modules/stock/held-part.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { isWhole, useAllRowsOf } from '#src/crud/all-rows.ts'
import { MoreButton, MoreRows } from '#src/record/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { StockDrawer, type Asked } from '../levels/stock-drawer.tsx'
import { HeldDrawer, type HeldAsked } from './held-drawer.tsx'
import { HeldTable } from './held-table.tsx'

/** How many of a part are in the warehouse and with each technician; they are handed out, taken back and counted here. */
export function PartStockPage({ title }: Pick<ScreenProps, 'title'>) {
  const { t } = useTranslation(['heldPart', 'stockMove'])
  const id = Number(useParams().id ?? 0)
  const { row } = useRecord(part, id)
  const found = useAllRowsOf(heldPart, { filter: { part: [id] }, sort: '-qty' })
  const mayMove = useCan(stockMove, 'create')
  const mayRead = useCan(stockMove, 'list')
  const [deed, ask] = useState<Asked['deed'] | null>(null)
  const [asked, setAsked] = useState<HeldAsked | null>(null)
  return (
    <>
      <PageHead
        title={row?.name ?? t(title as 'titles.part')}
        text={t(title as 'titles.part')}
        actions={
          <>
            {mayRead && (
              <ButtonLink to={`/stock-move/stock-move-list?filter[part]=${id}`}>
                {t('stockMove:titles.list')}
              </ButtonLink>
            )}
            {mayMove && (
              <>
                <Button onClick={() => ask('count')}>{t('stockMove:screen.levels.count')}</Button>
                <Button onClick={() => ask('receive')}>{t('stockMove:screen.levels.receive')}</Button>
                <Button variant="primary" onClick={() => ask('issue')}>
                  {t('stockMove:screen.levels.issue')}
                </Button>
              </>
            )}
          </>
        }
      />
      <Card flush>
        {found.loading && <SkeletonRows rows={4} />}
        {found.error && (
          <div className="p-3">
            <Failed message={found.error.message} onAgain={found.again} />
          </div>
        )}
        {!found.loading && !found.error && (
          <HeldTable
            caption={t(title as 'titles.part')}
            rows={found.rows}
            nameOf="person"
            warehouse={row?.onHand ?? null}
            {...(mayMove && { onAsk: (deed, row) => setAsked({ deed, row }) })}
          />
        )}
        <MoreRows found={found}>
          <p className="p-3 text-center">
            <MoreButton found={found} />
          </p>
        </MoreRows>
      </Card>
      {isWhole(found) && <Sum rows={found.rows} onHand={row?.onHand ?? null} />}
      {deed && <StockDrawer asked={{ deed, part: id }} onClose={() => ask(null)} onDone={found.again} />}
      {asked && <HeldDrawer asked={asked} onClose={() => setAsked(null)} onDone={found.again} />}
    </>
  )
}

/** All that we have of it, wherever it is. */
function Sum({ rows, onHand }: { rows: readonly HeldPart[]; onHand: number | null }) {
  const { t } = useTranslation('heldPart')
  const held = rows.reduce((sum, { qty }) => sum + (qty ?? 0), 0)
  if (onHand === null || rows.length === 0) return null
  return <p className="mt-3 text-30 text-muted">{t('screen.total', { amount: formatNumber(onHand + held) })}</p>
}
