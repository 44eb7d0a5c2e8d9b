import Palette from 'lucide-react/icons/palette'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/icon-button.tsx'
import { openThemePanel } from './theme-panel-open.ts'

export function ThemeButton({ className }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <IconButton
      data-theme-button=""
      aria-haspopup="dialog"
      label={t('nav.theme')}
      icon={Palette}
      onClick={openThemePanel}
      className={className}
    />
  )
}
