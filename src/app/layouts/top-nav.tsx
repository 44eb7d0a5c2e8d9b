import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import type { NavGroup } from '#src/pages/navigation.ts'
import { Icon } from '#src/ui/icon.tsx'
import { panelLook } from '#src/ui/option-row.tsx'
import { entryLook, NavEntry } from './nav-entry.tsx'
import { isInSection, useNavigation } from './use-navigation.ts'

/** The navigation as a row of menus. Tab and the arrow keys walk the row, down opens a menu, Escape closes it. */
export function TopNav() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { groups, titleOf } = useNavigation()
  const [open, setOpen] = useState<{ name: string; at: string } | null>(null)
  const row = useRef<HTMLElement>(null)
  // Another page closes what was open.
  const shown = open?.at === pathname ? open.name : null

  useEffect(() => {
    const here = row.current
    if (!here) return
    const close = () => setOpen(null)
    const keyed = (event: KeyboardEvent) => walk(here, event, close)
    const left = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !here.contains(relatedTarget as Node)) close()
    }
    const elsewhere = (event: PointerEvent) => {
      if (!here.contains(event.target as Node)) close()
    }
    here.addEventListener('keydown', keyed)
    here.addEventListener('focusout', left)
    document.addEventListener('pointerdown', elsewhere)
    return () => {
      here.removeEventListener('keydown', keyed)
      here.removeEventListener('focusout', left)
      document.removeEventListener('pointerdown', elsewhere)
    }
  }, [])

  return (
    <nav ref={row} aria-label={t('nav.main')} className="min-w-0 flex-1">
      <ul className="flex min-w-0 items-center gap-1">
        {groups.map(group =>
          group.name === null ? (
            group.items.map(item => (
              <li key={item.path} className="shrink-0">
                <NavLink
                  to={item.path}
                  data-top=""
                  className={({ isActive }) => clsx(topLook, isActive ? entryLook.open : entryLook.other)}
                >
                  {titleOf(item.title)}
                </NavLink>
              </li>
            ))
          ) : (
            <Group
              key={group.name}
              group={group}
              titleOf={titleOf}
              open={shown === group.name}
              onOpen={wanted => setOpen(wanted ? { name: group.name!, at: pathname } : null)}
              here={group.items.some(item => isInSection(item.path, pathname))}
            />
          ),
        )}
      </ul>
    </nav>
  )
}

const topLook =
  'flex min-h-control min-w-0 max-w-full items-center gap-1 rounded-2 px-3 text-30 transition-colors motion-1'

type GroupProps = {
  group: NavGroup
  titleOf: (key: string) => string
  open: boolean
  onOpen: (open: boolean) => void
  /** The open page belongs to it. */
  here: boolean
}

function Group({ group, titleOf, open, onOpen, here }: GroupProps) {
  return (
    <li className="relative flex min-w-0">
      <button
        type="button"
        data-top=""
        aria-expanded={open}
        onClick={() => onOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onOpen(true)
          const list = event.currentTarget.parentElement
          requestAnimationFrame(() => list?.querySelector<HTMLElement>('ul a')?.focus())
        }}
        className={clsx(
          topLook,
          here ? entryLook.open : entryLook.other,
          open && !here && 'bg-surface-pressed text-ink',
        )}
      >
        <span className="truncate">{titleOf(group.name!)}</span>
        <Icon of={ChevronDown} size="xs" className={clsx('transition-transform motion-1', open && 'rotate-180')} />
      </button>
      {open && (
        <ul className={clsx(panelLook, 'absolute start-0 top-[calc(100%+4px)] grid w-max max-w-80 min-w-52 gap-px')}>
          {group.items.map(item => (
            <li key={item.path}>
              <NavEntry item={item} title={titleOf(item.title)} inside onChosen={() => onOpen(false)} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Arrow keys: sideways from menu to menu, up and down inside one. */
function walk(row: HTMLElement, event: KeyboardEvent, close: () => void) {
  const at = event.target as HTMLElement
  const tops = [...row.querySelectorAll<HTMLElement>('[data-top]')]
  const own =
    at.closest('li.relative')?.querySelector<HTMLElement>('[data-top]') ?? at.closest<HTMLElement>('[data-top]')
  if (event.key === 'Escape' && own?.getAttribute('aria-expanded') === 'true') {
    event.preventDefault()
    close()
    own.focus()
    return
  }
  const rtl = getComputedStyle(row).direction === 'rtl'
  const sideways = { [rtl ? 'ArrowLeft' : 'ArrowRight']: 1, [rtl ? 'ArrowRight' : 'ArrowLeft']: -1 }[event.key]
  if (sideways && own) {
    event.preventDefault()
    const wasOpen = own.getAttribute('aria-expanded') === 'true'
    const next = tops[(tops.indexOf(own) + sideways + tops.length) % tops.length]
    close()
    next?.focus()
    if (wasOpen && next?.hasAttribute('aria-expanded')) next.click()
    return
  }
  const inside = [...(at.closest('li.relative')?.querySelectorAll<HTMLElement>('ul a') ?? [])]
  const place = inside.indexOf(at)
  const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: inside.length - 1 }[event.key]
  if (place < 0 || to === undefined) return
  event.preventDefault()
  if (to < 0) own?.focus()
  else inside[to % inside.length]?.focus()
}
