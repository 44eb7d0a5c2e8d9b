import ScanLine from 'lucide-react/icons/scan-line'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { countStandCall } from '#contract/calls/count-stand.ts'
import { countEntry } from '#contract/modules/stock/count-entry.ts'
import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import { isWhole, useAllRowsOf } from '#src/crud/all-rows.ts'
import { MoreButton, MoreRows } from '#src/record/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { PartProps } from '#src/crud/screens.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { DifferenceTable, type Shown } from './difference-table.tsx'
import { scannerFor } from './paths.ts'
import { itemsOf } from './shelf.ts'
import { useEntries } from './use-entries.ts'
import { useShelf } from './use-shelf.ts'

/** How what was counted differs from what should be there: as booking it would put it right, or as it has. */
export function CountPanel({ record }: PartProps) {
  const count = record as unknown as StockCount
  const mayRead = useCan(countEntry, 'list')
  if (!mayRead) return null
  if (count.stage === 'booked') return <Booked count={count} />
  return count.stage === 'cancelled' ? null : <Standing count={count} />
}

function Standing({ count }: { count: StockCount }) {
  const { online } = useConnection()
  return online ? <AsServerSays count={count} /> : <AsKnownHere count={count} />
}

function AsServerSays({ count }: { count: StockCount }) {
  const { answer, loading, error, refresh } = useAsked(countStandCall, { count: count.id })
  useChanges(countEntry, () => void refresh())
  const { version } = count
  const again = useEffectEvent(() => void refresh())
  const last = useRef(version)
  useEffect(() => {
    if (last.current === version) return
    // What was done to the count may be done to what differs.
    last.current = version
    again()
  }, [version])
  return (
    <Frame count={count}>
      {loading && <SkeletonRows rows={4} />}
      {error && !answer && (
        <div className="p-3">
          <Failed message={error.message} onAgain={() => void refresh()} />
        </div>
      )}
      {answer && <Differences rows={answer.differences} />}
    </Frame>
  )
}

/** Without the server: of what this device knows, and what nobody approves by. */
function AsKnownHere({ count }: { count: StockCount }) {
  const { t } = useTranslation('stockCount')
  const { shelf } = useShelf(count)
  const entries = useEntries(count.id)
  const rows = itemsOf(shelf, entries ?? [])
    .filter(({ expected, counted }) => expected !== null && expected !== counted)
    .map(({ expected, ...one }) => ({
      ...one,
      expected: expected!,
      unit: null,
      text: null,
      reason: one.isDevices ? ('missing' as const) : ('goods' as const),
      stood: null,
      worth: null,
    }))
  return (
    <Frame count={count}>
      <p className="border-b px-4 py-2 text-30 text-muted">{t('screen.asHere')}</p>
      <Differences rows={rows} />
    </Frame>
  )
}

function Booked({ count }: { count: StockCount }) {
  const found = useAllRowsOf(countEntry, { filter: { count: [count.id], closing: [true] }, sort: 'createdAt' })
  const rows = found.rows.flatMap(({ reason, expected, counted, ...row }) =>
    reason === null ? [] : [{ ...row, reason, expected: expected ?? 0, counted: counted ?? 0 }],
  )
  return (
    <Frame count={count}>
      {found.loading && <SkeletonRows rows={4} />}
      {found.error && (
        <div className="p-3">
          <Failed message={found.error.message} onAgain={found.again} />
        </div>
      )}
      {(rows.length > 0 || isWhole(found)) && <Differences rows={rows} isDone />}
      <MoreRows found={found}>
        <p className="p-3 text-center">
          <MoreButton found={found} />
        </p>
      </MoreRows>
    </Frame>
  )
}

function Frame({ count, children }: { count: StockCount; children: ReactNode }) {
  const { t } = useTranslation('stockCount')
  const mayCount = useCan(countEntry, 'create')
  return (
    <Card
      flush
      title={t('screen.differences.title')}
      aside={
        mayCount &&
        count.stage === 'open' && (
          <ButtonLink icon={ScanLine} to={scannerFor(count.id)}>
            {t('screen.choose.count')}
          </ButtonLink>
        )
      }
    >
      {children}
    </Card>
  )
}

function Differences({ rows, isDone = false }: { rows: readonly Shown[]; isDone?: boolean }) {
  const { t } = useTranslation('stockCount')
  return rows.length > 0 ? (
    <DifferenceTable rows={rows} isDone={isDone} />
  ) : (
    <EmptyState level={3} title={t('screen.differences.none')} className="min-h-0!" />
  )
}
