import ScanLine from 'lucide-react/icons/scan-line'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cleanCode } from '#contract/clean.ts'
import { fold } from '#contract/fold.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { heldPart } from '#contract/modules/stock/held-part.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { isWhole, useAllRowsOf } from '#src/crud/all-rows.ts'
import { MoreButton, MoreRows } from '#src/record/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRowsById } from '#src/data/use-rows-by-id.ts'
import { useCan } from '#src/session/actor.ts'
import { useMe } from '#src/session/house.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { HeldDrawer, type HeldAsked } from './held-drawer.tsx'
import { HeldTable } from './held-table.tsx'

/** What somebody has along themselves: looked through by a name, a code, or the bar code on the bag. */
export function MyStockPage({ title }: Pick<ScreenProps, 'title'>) {
  const { t } = useTranslation('heldPart')
  const { userId } = useMe()
  const found = useAllRowsOf(heldPart, { filter: { person: [userId] }, sort: 'name' })
  const parts = useRowsById(
    part,
    found.rows.map(row => row.part!),
  )
  const mayMove = useCan(stockMove, 'create')
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<HeldAsked | null>(null)
  const byId = new Map(parts.rows.map(one => [one.id, one]))
  const wanted = fold(cleanCode(text))
  const rows = found.rows.filter(row => {
    const known = byId.get(row.part!)
    return [row.name, known?.code, known?.barcode].some(said => fold(said ?? '').includes(wanted))
  })
  return (
    <>
      <PageHead title={t(title as 'titles.mine')} text={t('screen.mineText')} />
      <Card flush>
        <div data-scan className="border-b p-3">
          <TextInput
            size="xl"
            icon={ScanLine}
            aria-label={t('screen.find')}
            placeholder={t('screen.find')}
            value={text}
            onChange={setText}
            enterKeyHint="search"
            spellCheck={false}
          />
        </div>
        {found.loading && <SkeletonRows rows={4} />}
        {found.error && (
          <div className="p-3">
            <Failed message={found.error.message} onAgain={found.again} />
          </div>
        )}
        {/* Of those that are still to come one may be it. */}
        {isWhole(found) && rows.length === 0 && (
          <EmptyState
            level={2}
            title={t(found.rows.length === 0 ? 'screen.none' : 'screen.noneOfIt')}
            className="min-h-0!"
          />
        )}
        {rows.length > 0 && (
          <HeldTable
            caption={t(title as 'titles.mine')}
            rows={rows}
            nameOf="part"
            codeOf={row => byId.get(row.part!)?.code}
            {...(mayMove && { onAsk: (deed, row) => setAsked({ deed, row }) })}
          />
        )}
        <MoreRows found={found}>
          <p className="p-3 text-center">
            <MoreButton found={found} />
          </p>
        </MoreRows>
      </Card>
      {asked && <HeldDrawer asked={asked} onClose={() => setAsked(null)} onDone={found.again} />}
    </>
  )
}
