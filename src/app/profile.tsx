import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#src/session/session.ts'
import { Avatar } from '#src/ui/avatar.tsx'

// The menu brings a positioning library with it; the first page does not wait for that.
const ProfileMenu = lazy(() => import('./profile-menu.tsx').then(({ ProfileMenu }) => ({ default: ProfileMenu })))

export function Profile() {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!user) return null
  const button = (
    <button type="button" className="grid min-h-control min-w-control place-items-center rounded-full">
      <Avatar name={user.username} size="lg" me decorative />
      <span className="sr-only">{t('profile.menu', { name: user.username })}</span>
    </button>
  )
  return (
    <Suspense fallback={button}>
      <ProfileMenu trigger={button} />
    </Suspense>
  )
}
