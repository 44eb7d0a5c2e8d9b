import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { Footer } from '#src/parts/footer.tsx'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { SkipLink } from '#src/ui/skip-link.tsx'
import { Toaster } from '#src/ui/toaster.tsx'
import { Arrival } from './arrival.tsx'
import { Crumbs } from './crumbs.tsx'
import { Header } from './header.tsx'
import { Nav } from './nav.tsx'
import { NavDrawer } from './nav-drawer.tsx'
import { Notices } from './notices.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { changeTheme, useTheme } from './theme.ts'
import { useMedia } from './use-media.ts'

/** The collapsible side: navigation, header, breadcrumbs, the page, footer. */
export function Layout() {
  const { layout } = useTheme()
  const wide = useMedia('(min-width: 1200px)')
  const narrow = useMedia('(max-width: 767px)')
  const [drawer, setDrawer] = useState(false)
  const compact = !wide || layout.sideNavCollapse

  const toggle = () => {
    if (wide) changeTheme({ layout: { ...layout, sideNavCollapse: !layout.sideNavCollapse } })
    else setDrawer(true)
  }

  return (
    <div
      className={clsx(
        'grid min-h-dvh print:block',
        narrow
          ? 'grid-cols-[minmax(0,1fr)]'
          : compact
            ? 'grid-cols-[var(--nav-w-collapsed)_minmax(0,1fr)]'
            : 'grid-cols-[var(--nav-w)_minmax(0,1fr)]',
      )}
    >
      <SkipLink />
      {!narrow && (
        <div className="sticky top-0 z-(--z-nav) h-dvh border-e print:hidden">
          <Nav compact={compact} />
        </div>
      )}
      <div className="flex min-h-dvh min-w-0 flex-col">
        <Header narrow={narrow} expanded={wide && !compact} onToggle={toggle} />
        <Notices />
        <Crumbs />
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-gutter pt-2 pb-8 outline-none">
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
            <Arrival />
          </Suspense>
        </main>
        <Footer className="border-t px-gutter py-4 print:hidden" />
      </div>
      <NavDrawer open={drawer && !wide} onClose={() => setDrawer(false)} />
      <Toaster />
      <ConfirmHost />
      <ScrollRestoration />
    </div>
  )
}
