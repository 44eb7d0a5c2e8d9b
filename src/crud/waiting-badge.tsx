import CloudUpload from 'lucide-react/icons/cloud-upload'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTranslation } from 'react-i18next'
import type { Mark } from '#src/data/use-marks.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** Something of the record is on this device only: it waits to be sent, or for a decision. */
export function WaitingBadge({ mark, className }: { mark: Mark | null | undefined; className?: string | undefined }) {
  const { t } = useTranslation('crud')
  if (!mark) return null
  return mark === 'decision' ? (
    <Badge tone="danger" icon={TriangleAlert} className={className}>
      {t('waiting.decision')}
    </Badge>
  ) : (
    <Badge tone="warning" icon={CloudUpload} className={className}>
      {t('waiting.waiting')}
    </Badge>
  )
}

/** The same where there is no room for words: they are read all the same. */
export function WaitingSign({ mark }: { mark: Mark | null | undefined }) {
  const { t } = useTranslation('crud')
  if (!mark) return null
  const words = t(`waiting.${mark}`)
  return (
    <span title={words} className={mark === 'decision' ? 'text-danger-text' : 'text-warning-text'}>
      <Icon of={mark === 'decision' ? TriangleAlert : CloudUpload} size="xs" className="inline" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
