import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { Meanwhile } from './first-page.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { SettingsList } from './settings-nav.tsx'
import { useTheme } from './theme.ts'
import { useMedia } from '#src/lib/use-media.ts'

/** A settings page with the other settings beside it, where there is room. The page keeps its place in either case. */
export function SettingsFrame() {
  const { t } = useTranslation()
  const { layout } = useTheme()
  const roomy = useMedia('(min-width: 1024px)')
  const wide = useMedia('(min-width: 1200px)')
  // The stacked side shows them in its own second panel.
  const stacked = layout.type === 'stackedSide' && wide && !layout.sideNavCollapse
  const beside = roomy && !stacked
  return (
    <div className={beside ? 'grid grid-cols-[216px_minmax(0,1fr)] items-start gap-6' : undefined}>
      {beside && (
        <nav
          aria-label={t('nav.settings')}
          className="stays sticky top-[calc(var(--header-h)+var(--sp-4))] flex max-h-[calc(100dvh-var(--header-h)-var(--sp-8))] print:hidden"
        >
          <Suspense fallback={<Meanwhile />}>
            <SettingsList className="min-h-0 flex-1" />
          </Suspense>
        </nav>
      )}
      <div className="min-w-0">
        <Suspense
          fallback={
            <Meanwhile>
              <PageSkeleton />
            </Meanwhile>
          }
        >
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
