import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useKeepsNothing } from '#src/data/data.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useCount, useCountHere, useListCounts } from '#src/data/use-list.ts'
import { useIsHeld, useKeptRows } from '#src/data/use-kept.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Ago } from '#src/ui/ago.tsx'
import type { NavItem, SettingGroup } from '../navigation.ts'
import { Figure, FigureRow } from './figure.tsx'
import { totalWords, useTotal } from './use-total.ts'

/** How much there is of everything that this person works with; each figure leads to the list that proves it. */
export function Figures({ desks, settings }: { desks: readonly NavItem[]; settings: readonly SettingGroup[] }) {
  const { t } = useTranslation('home')
  const lists = settings.flatMap(group => group.items.flatMap(item => item.list?.name ?? []))
  return (
    <FigureRow label={t('home:figures.label')}>
      {[
        ...desks.map(item => <RecordFigure key={item.path} item={item} module={item.module!} />),
        ...(lists.length > 0 ? [<ListFigure key="lists" names={lists} />] : []),
      ]}
    </FigureRow>
  )
}

/** The device is still being filled: what is not here yet is on its way. */
function useArriving(): boolean {
  const { online, loading, lastSyncAt } = useConnection()
  const keepsNothing = useKeepsNothing()
  return online && !keepsNothing && (Boolean(loading) || !lastSyncAt)
}

function RecordFigure({ item: { path, title }, module }: { item: NavItem; module: Module }) {
  const { t } = useTranslation(['home', title.split(':')[0] ?? 'shell'])
  const kept = useCount(module)
  const held = useIsHeld(module)
  const { online } = useConnection()
  const arriving = useArriving()
  // What this device does not hold is counted by the server.
  const isComing = arriving && module.offline.keep === 'all'
  const counted = useTotal(module, {}, held === false && !isComing)
  const count = kept ?? counted?.count
  const some = useCountHere(module, held === false && !online) ?? 0
  const rows = useKeptRows(module, held === true)
  const last = rows?.reduce<string | null>((last, row) => (last && last > row.updatedAt ? last : row.updatedAt), null)
  return (
    <Figure to={path} title={t(title)} value={totalWords(kept === undefined ? counted : { count: kept, more: false })}>
      {count === undefined ? (
        t(
          held === undefined || arriving || online
            ? 'home:figures.loading'
            : some > 0
              ? 'home:figures.inPart'
              : 'home:figures.notHere',
        )
      ) : kept === undefined ? (
        t('home:figures.counted')
      ) : last ? (
        <>
          {t('home:figures.changed')} <Ago at={last} />
        </>
      ) : (
        t('home:figures.none')
      )}
    </Figure>
  )
}

function ListFigure({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('home')
  const counts = useListCounts()
  const arriving = useArriving()
  const isHere = names.every(name => counts[name] !== undefined)
  const items = names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  return (
    <Figure to="/settings" title={t('home:figures.lists')} value={formatNumber(names.length)}>
      {isHere
        ? t('home:figures.items', { count: items, shown: formatNumber(items) })
        : t(arriving ? 'home:figures.loading' : 'home:figures.notHere')}
    </Figure>
  )
}
