import ChevronDown from 'lucide-react/icons/chevron-down'
import ScanSearch from 'lucide-react/icons/scan-search'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#src/crud/screens.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { useModes } from './use-modes.ts'

type Props = {
  all: Readonly<Record<string, Pages | null>>
  /** The mode that is on; null while codes are looked up. */
  mode: string | null
  onChoose: (mode: string | null) => void
}

/** Says what is done with what is scanned, and changes it. Somebody who may only look things up is offered nothing. */
export function ModeMenu({ all, mode, onChoose }: Props) {
  const modes = useModes(all)
  const spaces = [...modes.values()].map(({ title }) => title.split(':')[0]!)
  const { t } = useTranslation(['scan', ...new Set(spaces)])
  if (modes.size === 0) return null
  const on = mode === null ? undefined : modes.get(mode)
  return (
    <Menu
      trigger={
        <Button icon={on?.icon ?? ScanSearch}>
          {t(on?.title ?? 'scan:modes.lookUp')}
          <Icon of={ChevronDown} size="sm" />
        </Button>
      }
      items={[
        { label: t('scan:modes.lookUp'), icon: ScanSearch, checked: !on, onSelect: () => onChoose(null) },
        ...[...modes].map(([name, { title, icon }]) => ({
          label: t(title),
          icon,
          checked: name === mode,
          onSelect: () => onChoose(name),
        })),
      ]}
    />
  )
}
