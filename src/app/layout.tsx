import { clsx } from 'clsx'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { piece } from '#src/lib/piece.ts'
import { useRootMark } from '#src/lib/root-mark.ts'
import { Footer } from '#src/parts/footer.tsx'
import { Alone } from '#src/ui/alone.tsx'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { SkipLink } from '#src/ui/skip-link.tsx'
import { Crumbs } from './crumbs.tsx'
import { Everywhere } from './everywhere.tsx'
import { Meanwhile, showFirstPage } from './first-page.tsx'
import { Header } from './header.tsx'
import { SideNav } from './layouts/side-nav.tsx'
import { Notices } from './notices.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { changeTheme, useTheme } from './theme.ts'
import { ThemePanel } from './theme-panel-host.tsx'
import { useMedia } from '#src/lib/use-media.ts'

const BlankBar = piece(() => import('./layouts/blank-bar.tsx').then(({ BlankBar }) => BlankBar))
const NavDrawer = piece(() => import('./layouts/nav-drawer.tsx').then(({ NavDrawer }) => NavDrawer))
const StackedNav = piece(() => import('./layouts/stacked-nav.tsx').then(({ StackedNav }) => StackedNav))

/**
 * The six layouts. What stands around the page changes with the layout; the page itself keeps its one place in the
 * tree, so that what is typed, focused or open in it outlives the change.
 */
export function Layout() {
  const { t } = useTranslation()
  const { layout } = useTheme()
  const { type, sideNavCollapse } = layout
  const wide = useMedia('(min-width: 1200px)')
  const narrow = useMedia('(max-width: 767px)')
  const [drawer, setDrawer] = useState(false)
  // Fetched when it is first opened; it stays after that, and gives the focus back when it closes.
  const [wasOpen, setWasOpen] = useState(false)
  if (drawer && !wasOpen) setWasOpen(true)
  const bare = type === 'blank'
  const framed = type === 'framelessSide' && !narrow
  const expanded = wide && !sideNavCollapse
  const close = () => setDrawer(false)
  useEffect(showFirstPage, [])

  // The overlay layout is the one for wide tables: nothing stands beside the page, and nothing holds it in.
  const width = type === 'contentOverlay' ? undefined : 'mx-auto max-w-page'

  useRootMark('data-no-header', type === 'blank')

  const inDrawer = narrow || bare || type === 'contentOverlay'
  // Room has come: what was open over the page is not open when it goes again.
  if (drawer && wide && !inDrawer) setDrawer(false)
  const toggle = () => {
    if (wide && !inDrawer) changeTheme({ layout: { ...layout, sideNavCollapse: !sideNavCollapse } })
    else setDrawer(true)
  }

  return (
    <div
      data-layout={type}
      className={clsx('flex min-h-dvh print:block', framed && 'bg-surface-sunken print:bg-transparent')}
    >
      <SkipLink />
      {/* Boundaries of their own: words that are still on their way must not take the page away with them. */}
      <Suspense fallback={<Meanwhile />}>
        {!narrow && (
          <Side
            type={type}
            expanded={expanded}
            drawer={drawer}
            onClose={close}
            className="sticky top-0 z-(--z-nav) h-dvh shrink-0 print:hidden"
          />
        )}
      </Suspense>
      <div className={clsx('flex min-w-0 flex-1', framed && 'py-3 pe-3 print:p-0')}>
        <div
          className={clsx(
            'scrolls flex min-w-0 flex-1 flex-col',
            framed &&
              'overflow-clip rounded-4 border bg-bg shadow-1 print:overflow-visible print:border-0 print:bg-transparent print:shadow-none',
          )}
        >
          <Suspense
            fallback={
              <Meanwhile>
                <div className="h-header" />
              </Meanwhile>
            }
          >
            {bare ? (
              <BlankBar onMenu={() => setDrawer(true)} />
            ) : (
              <Header type={type} narrow={narrow} expanded={expanded} onToggle={toggle} />
            )}
          </Suspense>
          <Suspense fallback={<Meanwhile />}>
            <Alone>
              <Notices className={width} />
            </Alone>
          </Suspense>
          <Suspense
            fallback={
              <Meanwhile>
                <div className="min-h-crumbs" />
              </Meanwhile>
            }
          >
            <Alone>
              <Crumbs className={width} />
            </Alone>
          </Suspense>
          <main id="main" tabIndex={-1} className={clsx('w-full flex-1 px-gutter pt-2 pb-8 outline-none', width)}>
            <Suspense
              fallback={
                <Meanwhile>
                  <PageSkeleton />
                </Meanwhile>
              }
            >
              <Outlet />
            </Suspense>
          </main>
          <Footer className="border-t px-gutter py-4 print:hidden" />
        </div>
      </div>
      {wasOpen && (inDrawer || !wide) && (type !== 'stackedSide' || narrow) && (
        <Suspense>
          <NavDrawer open={drawer} onClose={close} label={t('nav.main')}>
            <SideNav onChosen={close} />
          </NavDrawer>
        </Suspense>
      )}
      <ThemePanel />
      <Suspense fallback={<Meanwhile />}>
        <Alone>
          <Everywhere />
        </Alone>
      </Suspense>
      <ConfirmHost />
      <ScrollRestoration />
    </div>
  )
}

type SideProps = {
  type: ReturnType<typeof useTheme>['layout']['type']
  expanded: boolean
  drawer: boolean
  onClose: () => void
  className: string
}

/** What stands beside the page, in the layouts that have something there. */
function Side({ type, expanded, drawer, onClose, className }: SideProps) {
  if (type === 'stackedSide')
    return (
      <div className={className}>
        <StackedNav beside={expanded} open={drawer} onClose={onClose} />
      </div>
    )
  if (type !== 'collapsibleSide' && type !== 'framelessSide') return null
  return (
    <div className={clsx(className, expanded ? 'w-nav' : 'w-nav-collapsed', type === 'collapsibleSide' && 'border-e')}>
      <SideNav compact={!expanded} frameless={type === 'framelessSide'} />
    </div>
  )
}
