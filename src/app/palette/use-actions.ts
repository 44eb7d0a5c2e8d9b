import CircleHelp from 'lucide-react/icons/circle-help'
import Contrast from 'lucide-react/icons/contrast'
import Keyboard from 'lucide-react/icons/keyboard'
import Languages from 'lucide-react/icons/languages'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import Moon from 'lucide-react/icons/moon'
import MoveHorizontal from 'lucide-react/icons/move-horizontal'
import Palette from 'lucide-react/icons/palette'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Save from 'lucide-react/icons/save'
import Scaling from 'lucide-react/icons/scaling'
import Sun from 'lucide-react/icons/sun'
import Undo2 from 'lucide-react/icons/undo-2'
import Zap from 'lucide-react/icons/zap'
import { useTranslation } from 'react-i18next'
import { languages, speak } from '#src/i18n/languages.ts'
import { searchKey } from '#contract/fold.ts'
import { shortcuts, useLiveShortcuts, type ShortcutName } from '#src/lib/keys/shortcuts.ts'
import { useHouse } from '#src/session/house.ts'
import { lockNow } from '#src/session/lock.ts'
import { useLockRefusal } from '#src/session/use-lock-refusal.ts'
import type { IconType } from '#src/ui/icon.tsx'
import { toast } from '#src/ui/toast.ts'
import { askForHelp } from '../ask-for-help.ts'
import { openShortcutSheet } from '../keys/open-sheet.ts'
import { useSignOut } from '../use-sign-out.ts'
import { openThemePanel } from '../theme-panel-open.ts'
import {
  changeTheme,
  chooseLayout,
  chooseMode,
  directions,
  followSystem,
  layouts,
  modes,
  schemas,
  sizes,
  useTheme,
} from '../theme.ts'
import type { Entry } from './entry.ts'

const pictures: Partial<Record<ShortcutName, IconType>> = { create: Plus, edit: Pencil, save: Save, discard: Undo2 }

/** What can be done here and everywhere: the actions of the page, how the app looks, and the ways out. */
export function useActionEntries(): Entry[] {
  const { t, i18n } = useTranslation(['palette', 'keys'])
  const theme = useTheme()
  const house = useHouse()
  const leave = useSignOut()
  const lockRefusal = useLockRefusal()
  const live = useLiveShortcuts()

  const action = (id: string, label: string, icon: IconType, run: () => void, more: Partial<Entry> = {}): Entry =>
    ({ group: 'actions', ...more, id, label, icon, run, text: searchKey(`${label} ${more.text ?? ''}`) }) as Entry
  const about = t('palette:theme.about')
  const look = (id: string, label: string, icon: IconType, run: () => void, checked: boolean) =>
    action(`theme ${id}`, label, icon, run, { checked, text: about, hint: about })

  return [
    ...live
      .filter(({ name }) => shortcuts[name].scope === 'page' && name !== 'search')
      .map(({ name, what, run }) =>
        action(`here ${name}`, what ?? t(`keys:what.${name}`), pictures[name] ?? Zap, run, {
          group: 'here',
          keys: shortcuts[name].keys[0],
        }),
      ),
    action('sheet', t('palette:actions.shortcuts'), Keyboard, () => openShortcutSheet(), {
      keys: shortcuts.sheet.keys[0],
    }),
    // A line here cannot be off: it says why not, and whoever presses it reads that in full.
    action('lock', t('palette:actions.lock'), Lock, lockRefusal ? () => toast(lockRefusal) : lockNow, {
      hint: lockRefusal,
    }),
    action('sign-out', t('palette:actions.signOut'), LogOut, leave),
    ...(house.helpContact
      ? [
          action('help', t('palette:actions.help'), CircleHelp, () => askForHelp(house.helpContact!), {
            hint: house.helpContact,
          }),
        ]
      : []),
    action('theme', t('palette:actions.theme'), Palette, openThemePanel, { text: about }),
    ...modes.map(mode =>
      look(
        mode,
        t(`palette:theme.mode.${mode}`),
        mode === 'light' ? Sun : Moon,
        () => chooseMode(mode),
        theme.mode === mode && !theme.followSystem,
      ),
    ),
    look('system', t('palette:theme.mode.system'), Contrast, followSystem, theme.followSystem === true),
    ...schemas.map(schema =>
      look(
        schema,
        t('palette:theme.schema', { name: t(`palette:theme.schemas.${schema}`) }),
        Palette,
        () => changeTheme({ themeSchema: schema }),
        theme.themeSchema === schema,
      ),
    ),
    ...layouts.map(type =>
      look(
        type,
        t('palette:theme.layout', { name: t(`palette:theme.layouts.${type}`) }),
        LayoutTemplate,
        () => chooseLayout(type),
        theme.layout.type === type,
      ),
    ),
    ...sizes.map(size =>
      look(
        size,
        t('palette:theme.size', { name: t(`palette:theme.sizes.${size}`) }),
        Scaling,
        () => changeTheme({ controlSize: size }),
        theme.controlSize === size,
      ),
    ),
    ...directions.map(direction =>
      look(
        direction,
        t(`palette:theme.direction.${direction}`),
        MoveHorizontal,
        () => changeTheme({ direction }),
        theme.direction === direction,
      ),
    ),
    ...(languages().length > 1
      ? languages().map(language =>
          action(
            `language ${language.code}`,
            t('palette:actions.language', { name: language.name }),
            Languages,
            () => void speak(language.code),
            { checked: i18n.language === language.code },
          ),
        )
      : []),
  ]
}
