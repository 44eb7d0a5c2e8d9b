import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { asNumbers, type InputProps } from '../view.ts'

/** What is attached, and taking it away again; adding belongs to the place where photos are taken. */
export function Input({ value, onChange }: InputProps) {
  const { t } = useTranslation('crud')
  const files = asNumbers(value)
  if (files.length === 0) return <p className="text-30 text-subtle">{t('noFiles')}</p>
  return (
    <ul className="flex flex-wrap gap-2">
      {files.map(id => (
        <li key={id} className="inline-flex items-center gap-1 rounded-2 border ps-2">
          <Icon of={Paperclip} size="xs" className="text-subtle" />
          <span className="ltr">{id}</span>
          <IconButton
            size="xs"
            label={t('removeFile', { file: id })}
            icon={X}
            onClick={() => onChange(files.filter(file => file !== id))}
          />
        </li>
      ))}
    </ul>
  )
}
