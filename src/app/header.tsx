import Menu from 'lucide-react/icons/menu'
import Moon from 'lucide-react/icons/moon'
import PanelLeft from 'lucide-react/icons/panel-left'
import Sun from 'lucide-react/icons/sun'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Profile } from './profile.tsx'
import { Status } from './status.tsx'
import { changeTheme, useTheme } from './theme.ts'

type HeaderProps = { narrow: boolean; expanded: boolean; onToggle: () => void }

export function Header({ narrow, expanded, onToggle }: HeaderProps) {
  const { t } = useTranslation()
  const { mode } = useTheme()
  const other = mode === 'light' ? 'dark' : 'light'
  return (
    <header className="sticky top-0 z-(--z-header) flex h-header shrink-0 items-center gap-2 border-b bg-bg px-gutter max-md:px-2 print:hidden">
      <IconButton
        label={t(narrow ? 'nav.open' : expanded ? 'nav.collapse' : 'nav.expand')}
        icon={narrow ? Menu : PanelLeft}
        mirrored
        onClick={onToggle}
        className="-ms-1"
      />
      <span className="grow" />
      <Status />
      <IconButton
        label={t(`theme.${other}`)}
        icon={mode === 'light' ? Moon : Sun}
        onClick={() => changeTheme({ mode: other })}
      />
      <Profile />
    </header>
  )
}
