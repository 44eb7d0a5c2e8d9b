import LogOut from 'lucide-react/icons/log-out'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { somethingIsOpen } from '#src/session/dirty.ts'
import { signOut } from '#src/session/session.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { Menu } from '#src/ui/menu.tsx'

export function ProfileMenu({ trigger }: { trigger: ReactElement }) {
  const { t } = useTranslation()
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
      trigger={trigger}
      items={[{ label: t('profile.signOut'), icon: LogOut, mirrored: true, onSelect: () => void leave() }]}
    />
  )
}
