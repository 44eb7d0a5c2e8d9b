import Menu from 'lucide-react/icons/menu'
import PanelLeft from 'lucide-react/icons/panel-left'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/icon-button.tsx'
import { openPalette } from '../palette/open.ts'
import { Profile } from '../profile.tsx'
import { Status } from '../status.tsx'
import { leaveBlank } from '../theme.ts'
import { ThemeButton } from '../theme-button.tsx'

/** One line instead of the header, with the ways to all other pages and out. It scrolls away with the page. */
export function BlankBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation()
  return (
    <header className="mx-auto flex w-full max-w-page items-center gap-1 max-md:px-2 px-gutter pt-2 print:hidden">
      <IconButton
        label={t('nav.open')}
        icon={Menu}
        mirrored
        aria-haspopup="dialog"
        onClick={onMenu}
        className="-ms-1"
      />
      <span className="grow" />
      <Status quiet />
      <IconButton label={t('nav.search')} icon={Search} aria-keyshortcuts="Control+K" onClick={() => openPalette()} />
      <ThemeButton />
      <IconButton label={t('nav.leaveBlank')} icon={PanelLeft} mirrored onClick={leaveBlank} />
      <Profile />
    </header>
  )
}
