import Paperclip from 'lucide-react/icons/paperclip'
import { useTranslation } from 'react-i18next'
import { Icon } from '#src/ui/icon.tsx'
import { asNumbers, type CellProps, type KindView } from './view.ts'

function Cell({ value }: CellProps) {
  const { t } = useTranslation('crud')
  return (
    <span className="whitespace-nowrap">
      <Icon of={Paperclip} size="xs" className="inline align-[-2px] text-subtle" />{' '}
      {t('files', { count: asNumbers(value).length })}
    </span>
  )
}

export const files: KindView = { Cell, label: 'group', wide: true }
