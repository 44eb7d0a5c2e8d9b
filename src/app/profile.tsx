import LogOut from 'lucide-react/icons/log-out'
import { useTranslation } from 'react-i18next'
import { somethingIsOpen } from '#src/session/dirty.ts'
import { signOut, useSession } from '#src/session/session.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { Menu } from '#src/ui/menu.tsx'

export function Profile() {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!user) return null

  const leave = async () => {
    const question = {
      title: t('profile.unsavedTitle'),
      text: t('profile.unsavedText'),
      confirmLabel: t('profile.signOut'),
      cancelLabel: t('profile.stay'),
      danger: true,
    }
    if (!somethingIsOpen() || (await confirm(question))) await signOut()
  }
  return (
    <Menu
      trigger={
        <button type="button" className="grid min-h-control min-w-control place-items-center rounded-full">
          <Avatar name={user.username} size="lg" me decorative />
          <span className="sr-only">{t('profile.menu', { name: user.username })}</span>
        </button>
      }
      items={[{ label: t('profile.signOut'), icon: LogOut, mirrored: true, onSelect: () => void leave() }]}
    />
  )
}
