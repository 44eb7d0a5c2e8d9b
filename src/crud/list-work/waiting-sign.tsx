import { useTranslation } from 'react-i18next'
import type { Mark } from '#src/data/use-marks.ts'
import { Icon } from '#src/ui/icon.tsx'
import { waitingLooks } from '../waiting-badge.tsx'

/** The badge of what waits where there is no room for words: they are read all the same. */
export function WaitingSign({ mark }: { mark: Mark | null | undefined }) {
  const { t } = useTranslation('crud')
  if (!mark) return null
  const { tone, icon } = waitingLooks[mark]
  const words = t(`waiting.${mark}`)
  return (
    <span title={words} className={tone === 'danger' ? 'text-danger-text' : 'text-warning-text'}>
      <Icon of={icon} size="xs" className="inline" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
