import PanelLeft from 'lucide-react/icons/panel-left'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/icon-button.tsx'
import { openPalette } from '../palette/open.ts'
import { Status } from '../status.tsx'
import { leaveBlank } from '../theme.ts'
import { ThemeButton } from '../theme-button.tsx'

/** All that is left around the page: a way to every other one, and the way back. It scrolls away with the page. */
export function BlankBar() {
  const { t } = useTranslation()
  return (
    <header className="mx-auto flex w-full max-w-page items-center justify-end gap-1 px-gutter pt-2 print:hidden">
      <Status quiet />
      <IconButton label={t('nav.search')} icon={Search} aria-keyshortcuts="Control+K" onClick={() => openPalette()} />
      <ThemeButton />
      <IconButton label={t('nav.leaveBlank')} icon={PanelLeft} mirrored onClick={leaveBlank} />
    </header>
  )
}
