import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { useKeepsNothing } from '#src/data/data.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useCount, useListCounts } from '#src/data/use-list.ts'
import { useIsHeld, useKeptRows } from '#src/data/use-kept.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { NavItem, SettingGroup } from '../navigation.ts'

/** How much there is of everything that this person works with; each figure leads to the list that proves it. */
export function Figures({ desks, settings }: { desks: readonly NavItem[]; settings: readonly SettingGroup[] }) {
  const { t } = useTranslation('home')
  const lists = settings.flatMap(group => group.items.flatMap(item => item.list?.name ?? []))
  return (
    <section aria-label={t('home:figures.label')} className="overflow-hidden rounded-3 border bg-surface shadow-1">
      <div className="-me-px -mb-px grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))]">
        {desks.map(item => (
          <RecordFigure key={item.path} item={item} module={item.module!} />
        ))}
        {lists.length > 0 && <ListFigure names={lists} />}
      </div>
    </section>
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
  const count = useCount(module)
  const held = useIsHeld(module)
  const arriving = useArriving()
  const rows = useKeptRows(module, held === true)
  const last = rows?.reduce<string | null>((last, row) => (last && last > row.updatedAt ? last : row.updatedAt), null)
  return (
    <Figure to={path} title={t(title)} value={count === undefined ? '—' : formatNumber(count)}>
      {count === undefined ? (
        t(held === undefined || arriving ? 'home:figures.loading' : 'home:figures.notHere')
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

type FigureProps = { to: string; title: string; value: string; children: ReactNode }

function Figure({ to, title, value, children }: FigureProps) {
  return (
    <Link
      to={to}
      className="group grid gap-1 border-e border-b px-5 py-4 -outline-offset-2 transition-colors motion-1 hover:bg-surface-hover"
    >
      <span className="flex items-center justify-between gap-2 text-30 text-muted">
        {title}
        <Icon of={ArrowRight} size="sm" mirrored className="group-hover:text-ink" />
      </span>
      <span className="text-80 font-semibold tracking-figure">{value}</span>
      <span className="text-30 text-muted">
        <bdi>{children}</bdi>
      </span>
    </Link>
  )
}
