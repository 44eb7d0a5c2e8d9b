import Ellipsis from 'lucide-react/icons/ellipsis'
import { useTranslation } from 'react-i18next'
import { useMe } from '#src/session/house.ts'
import { useSession } from '#src/session/session.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { menuPiece } from '#src/ui/menu.tsx'

const ProfileMenu = menuPiece(() => import('./profile-menu.tsx').then(({ ProfileMenu }) => ProfileMenu))

/** The menu of the person at work: in the header behind their picture, at the foot of the navigation beside their name. */
export function Profile({ foot = false }: { foot?: boolean }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const me = useMe()
  if (!user) return null
  const label = t('profile.menu', { name: me.name })
  if (!foot)
    return (
      <ProfileMenu
        trigger={
          <button type="button" className="grid min-h-control min-w-control shrink-0 place-items-center rounded-full">
            <Avatar name={me.name} src={user.avatar} size="lg" me decorative />
            <span className="sr-only">{label}</span>
          </button>
        }
      />
    )
  return (
    <div className="flex items-center gap-3 border-t py-3 ps-4 pe-2">
      <Avatar name={me.name} src={user.avatar} size="lg" me decorative />
      <div className="min-w-0 flex-1 text-30">
        <p className="truncate font-medium">
          <bdi>{me.name}</bdi>
        </p>
        <p className="truncate text-20 text-subtle">
          <bdi>{user.email || user.username}</bdi>
        </p>
      </div>
      <ProfileMenu align="start" trigger={<IconButton label={label} icon={Ellipsis} size="sm" />} />
    </div>
  )
}
