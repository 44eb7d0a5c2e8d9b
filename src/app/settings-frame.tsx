import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { PageSkeleton } from './page-skeleton.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { useMedia } from './use-media.ts'

/** A settings page with the other settings beside it, where there is room. */
export function SettingsFrame() {
  const roomy = useMedia('(min-width: 1024px)')
  if (!roomy) return <Outlet />
  return (
    <div className="grid grid-cols-[216px_minmax(0,1fr)] items-start gap-6">
      <SettingsNav />
      <div className="min-w-0">
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
