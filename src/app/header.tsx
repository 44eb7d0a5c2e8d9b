import { clsx } from 'clsx'
import Menu from 'lucide-react/icons/menu'
import PanelLeft from 'lucide-react/icons/panel-left'
import Search from 'lucide-react/icons/search'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { BrandMark } from '#src/parts/brand.tsx'
import { piece } from '#src/lib/piece.ts'
import { useSession } from '#src/session/session.ts'
import { HOME } from '#src/session/safe-redirect.ts'
import { Alone } from '#src/ui/alone.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { openPalette } from './palette/open.ts'
import { Profile } from './profile.tsx'
import { Status } from './status.tsx'
import { useSettled } from './use-settled.ts'
import type { Layout } from './theme.ts'
import { ThemeButton } from './theme-button.tsx'

const TopNav = piece(() => import('./layouts/top-nav.tsx').then(({ TopNav }) => TopNav))
const Bell = piece(() => import('#src/modules/desk/tasks/bell.tsx').then(({ Bell }) => Bell))

type HeaderProps = {
  type: Layout
  narrow: boolean
  /** Is the navigation, or its second panel, beside the page? */
  expanded: boolean
  onToggle: () => void
}

export function Header({ type, narrow, expanded, onToggle }: HeaderProps) {
  // Drawn now and then, and small: what the compiler would remember of it weighs more before the first list than it saves.
  'use no memo'
  const { t } = useTranslation()
  const menus = type === 'topBarClassic' && !narrow
  const settled = useSettled()
  const told = useSession().user?.notification_permission.includes('tasks')
  const drawer = narrow || type === 'contentOverlay'
  return (
    <header
      className={clsx(
        'stays sticky top-0 z-(--z-header) flex h-header shrink-0 items-center gap-2 bg-bg px-gutter max-md:gap-1 max-md:px-2 print:hidden',
        (type !== 'framelessSide' || narrow) && 'border-b',
        // Its menus stand over the page that they open, however wide the screen.
        menus && 'px-[max(var(--page-gutter),calc((100%-var(--page-max))/2+var(--page-gutter)))]',
      )}
    >
      {!menus && (
        <IconButton
          label={t(drawer ? 'nav.open' : expanded ? 'nav.collapse' : 'nav.expand')}
          icon={drawer ? Menu : PanelLeft}
          mirrored
          aria-haspopup={drawer ? 'dialog' : undefined}
          onClick={onToggle}
          className="-ms-1"
        />
      )}
      {(menus || (type === 'contentOverlay' && !narrow)) && (
        <Link
          to={HOME}
          aria-label={t('product')}
          className="me-2 flex min-h-control shrink-0 items-center gap-3 rounded-2 text-50 font-semibold tracking-tight"
        >
          <BrandMark />
          <span className="max-lg:hidden">{t('product')}</span>
        </Link>
      )}
      {menus && <TopNav />}
      {!narrow && <SearchBox className={menus ? 'w-60 max-xl:hidden' : 'w-100'} />}
      {!menus && <span className="grow" />}
      <Status />
      {(narrow || menus) && (
        <IconButton
          label={t('nav.search')}
          icon={Search}
          aria-keyshortcuts="Control+K"
          onClick={() => openPalette()}
          className={menus ? 'xl:hidden' : undefined}
        />
      )}
      {told && (
        <span className="grid min-w-control">
          <Alone>
            <Suspense>{settled && <Bell />}</Suspense>
          </Alone>
        </span>
      )}
      <ThemeButton className="max-sm:hidden" />
      <Profile />
    </header>
  )
}

/** Looks like a field, and opens the palette. */
function SearchBox({ className }: { className: string }) {
  'use no memo'
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={() => openPalette()}
      className={clsx(
        'flex min-h-control max-w-full min-w-0 shrink items-center gap-2 rounded-2 border border-control bg-surface px-input-x input-text text-subtle transition-colors motion-1 hover:border-muted',
        className,
      )}
    >
      <Icon of={Search} size="sm" />
      <span className="min-w-0 flex-1 truncate text-start">
        <bdi>{t('nav.search')}</bdi>
      </span>
      <Kbd keys={paletteKeys} className="pointer-coarse:hidden" />
    </button>
  )
}

const paletteKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'
