import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#src/session/session.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import type { Touched } from './profile-menu.tsx'

// The menu brings a positioning library with it; only somebody who comes near it has to wait for that.
const load = () => import('./profile-menu.tsx')
const ProfileMenu = lazy(() => load().then(({ ProfileMenu }) => ({ default: ProfileMenu })))

export function Profile() {
  const { t } = useTranslation()
  const { user } = useSession()
  const [touched, setTouched] = useState<Touched | null>(null)
  if (!user) return null
  const button = (early?: ComponentProps<'button'>) => (
    <button {...early} type="button" className="grid min-h-control min-w-control place-items-center rounded-full">
      <Avatar name={user.username} size="lg" me decorative />
      <span className="sr-only">{t('profile.menu', { name: user.username })}</span>
    </button>
  )
  const early = button({
    onPointerEnter: () => void load().catch(() => {}),
    // A pointer focuses it too, half-way through its press.
    onFocus: event => event.currentTarget.matches(':focus-visible') && setTouched('focused'),
    onClick: () => setTouched('pressed'),
  })
  if (!touched) return early
  return (
    <Suspense fallback={early}>
      <ProfileMenu trigger={button()} touched={touched} />
    </Suspense>
  )
}
