import LogOut from 'lucide-react/icons/log-out'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { somethingIsOpen } from '#src/session/dirty.ts'
import { signOut } from '#src/session/session.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { Menu } from '#src/ui/menu.tsx'

/** How somebody came to the button before its menu was there; the menu takes that over. */
export type Touched = 'focused' | 'pressed'

export function ProfileMenu({ trigger, touched }: { trigger: ReactElement; touched: Touched }) {
  const { t } = useTranslation()
  const place = useRef<HTMLSpanElement>(null)

  const [arrived] = useState(touched)
  useEffect(() => {
    const button = place.current?.querySelector('button')
    button?.focus()
    if (arrived === 'pressed') button?.click()
  }, [arrived])

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
    <span ref={place}>
      <Menu
        trigger={trigger}
        items={[{ label: t('profile.signOut'), icon: LogOut, mirrored: true, onSelect: () => void leave() }]}
      />
    </span>
  )
}
