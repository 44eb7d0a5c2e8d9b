import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router-dom'
import { formatNumber } from '#src/lib/format.ts'
import { useCount } from '#src/data/use-list.ts'
import type { NavItem } from '#src/pages/navigation.ts'
import type { Module } from '#contract/module.ts'
import { Icon } from '#src/ui/icon.tsx'
import { isInSection } from './use-navigation.ts'

export const entryLook = {
  open: 'bg-primary-subtle font-semibold text-accent-text',
  other: 'font-medium text-muted hover:bg-surface-pressed hover:text-ink',
}

type NavEntryProps = {
  item: NavItem
  title: string
  /** The picture alone, with its words when the pointer rests. */
  compact?: boolean | undefined
  /** No mark at the edge: the entry does not stand at one. */
  inside?: boolean | undefined
  onChosen?: (() => void) | undefined
}

/** One page of the navigation, with how many records of it this device holds. */
export function NavEntry({ item: { path, icon, module }, title, compact, inside, onChosen }: NavEntryProps) {
  const { pathname } = useLocation()
  const here = isInSection(path, pathname)
  return (
    <Link
      to={path}
      aria-current={pathname === path ? 'page' : here ? 'true' : undefined}
      title={compact ? title : undefined}
      aria-label={compact ? title : undefined}
      onClick={onChosen}
      className={clsx(
        'relative flex items-center gap-3 rounded-2 px-2 text-30 transition-colors motion-1',
        compact ? 'min-h-[calc(var(--control)+4px)] justify-center' : 'min-h-control-sm',
        here ? entryLook.open : entryLook.other,
        here &&
          !inside &&
          'before:absolute before:inset-y-1.5 before:-start-3 before:w-0.75 before:rounded-e-1 before:bg-primary',
      )}
    >
      <Icon of={icon} />
      {!compact && <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>}
      {!compact && module && <EntryCount module={module} />}
    </Link>
  )
}

/** Nothing where the device does not hold them all: a part of a number would be a wrong number. */
function EntryCount({ module }: { module: Module }) {
  const count = useCount(module)
  if (count === undefined) return null
  return <span className="shrink-0 text-20 font-normal">{formatNumber(count)}</span>
}
