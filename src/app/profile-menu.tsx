import CloudUpload from 'lucide-react/icons/cloud-upload'
import Download from 'lucide-react/icons/download'
import CircleHelp from 'lucide-react/icons/circle-help'
import Keyboard from 'lucide-react/icons/keyboard'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Moon from 'lucide-react/icons/moon'
import Palette from 'lucide-react/icons/palette'
import Stethoscope from 'lucide-react/icons/stethoscope'
import Sun from 'lucide-react/icons/sun'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import { useUnsent } from '#src/data/use-unsent.ts'
import { languages, speak } from '#src/i18n/languages.ts'
import { keyNames } from '#src/lib/keys/chord.ts'
import { shortcuts } from '#src/lib/keys/shortcuts.ts'
import { useHouse } from '#src/session/house.ts'
import { lockNow, useSharedDevice } from '#src/session/lock.ts'
import { useLockRefusal } from '#src/session/use-lock-refusal.ts'
import { useOthersHere } from '#src/session/use-others-here.ts'
import { OpenMenu } from '#src/ui/menu-open.tsx'
import type { MenuGroup, MenuProps, Opening } from '#src/ui/menu-entry.ts'
import { askForHelp } from './ask-for-help.ts'
import { installNow, useInstall } from './install.ts'
import { ProfileLead } from './profile-lead.tsx'
import { openShortcutSheet } from './keys/open-sheet.ts'
import { openSwitch } from './switch-user-open.ts'
import { openThemePanel } from './theme-panel-open.ts'
import { chooseMode, useTheme } from './theme.ts'
import { useSignOut } from './use-sign-out.ts'
import { useSwitchTo } from './use-switch-to.ts'

/** So many of those who take turns at the device have room here; all of them are found by the entry below them. */
const AT_HAND = 5

/** Everything about the person at work: what they are here, how the app looks to them, and the ways out. */
function useProfileMenu(): MenuGroup[] {
  const { t, i18n } = useTranslation()
  const house = useHouse()
  const { mode } = useTheme()
  const install = useInstall()
  const leave = useSignOut()
  const isShared = useSharedDevice()
  const lockRefusal = useLockRefusal()
  const { count: unsent, unkept } = useUnsent()
  const { switchTo } = useSwitchTo()
  const others = useOthersHere() ?? []
  const other = mode === 'light' ? 'dark' : 'light'
  const spoken = languages()
  return [
    {
      lead: <ProfileLead />,
      items: [
        { label: t('profile.own'), icon: UserRound, to: '/profile' },
        { label: t('profile.sessions'), icon: MonitorSmartphone, to: '/profile#sessions' },
        {
          label: unsent > 0 ? t('profile.outboxCount', { count: unsent }) : t('profile.outbox'),
          icon: CloudUpload,
          to: '/outbox',
        },
      ],
    },
    {
      items: isShared
        ? [
            ...others.slice(0, AT_HAND).map(name => ({
              label: t('profile.switchTo', { name }),
              icon: UserRound,
              // What would be lost by it is said first, where they are asked who is next.
              onSelect: () => (unkept > 0 ? openSwitch() : void switchTo(name)),
            })),
            { label: t('profile.switch'), icon: Users, onSelect: openSwitch },
          ]
        : [],
    },
    {
      items: [
        {
          label: t(`profile.${other}`),
          icon: other === 'dark' ? Moon : Sun,
          onSelect: () => chooseMode(other),
        },
        { label: t('profile.theme'), icon: Palette, onSelect: openThemePanel },
        {
          label: t('profile.shortcuts'),
          icon: Keyboard,
          shortcut: keyNames(shortcuts.sheet.keys[0]).join(' '),
          onSelect: () => openShortcutSheet(),
        },
        ...(install
          ? [
              install === 'prompt'
                ? { label: t('profile.install'), icon: Download, onSelect: installNow }
                : { label: t('profile.install'), icon: Download, to: '/diagnostics#install' },
            ]
          : []),
        { label: t('profile.diagnostics'), icon: Stethoscope, to: '/diagnostics' },
        ...(house.helpContact
          ? [{ label: t('profile.help'), icon: CircleHelp, onSelect: () => askForHelp(house.helpContact!) }]
          : []),
      ],
    },
    {
      heading: t('profile.language'),
      items:
        spoken.length > 1
          ? spoken.map(({ code, name }) => ({
              label: name,
              checked: i18n.language === code,
              onSelect: () => void speak(code),
            }))
          : [],
    },
    {
      items: [
        { label: t('profile.lock'), icon: Lock, disabled: lockRefusal, onSelect: lockNow },
        { label: t('profile.signOut'), icon: LogOut, mirrored: true, onSelect: leave },
      ],
    },
  ]
}

/** The menu itself, fetched when somebody comes near it. */
export function ProfileMenu(props: Omit<MenuProps, 'items'> & { opening: Opening }) {
  return <OpenMenu {...props} items={useProfileMenu()} />
}
