import CloudUpload from 'lucide-react/icons/cloud-upload'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTranslation } from 'react-i18next'
import type { Mark } from '#src/data/use-marks.ts'
import { Badge } from '#src/ui/badge.tsx'
import type { IconType } from '#src/ui/icon.tsx'

type Look = { tone: 'warning' | 'danger'; icon: IconType }

/** The shapes and colours of the header's pill. */
export const waitingLooks: Record<Mark, Look> = {
  waiting: { tone: 'warning', icon: CloudUpload },
  rejected: { tone: 'danger', icon: OctagonAlert },
  decision: { tone: 'danger', icon: TriangleAlert },
}

/** Something of the record is on this device only: it waits to be sent or for a decision, or was not accepted. */
export function WaitingBadge({ mark, className }: { mark: Mark | null | undefined; className?: string | undefined }) {
  return mark ? <ShownBadge mark={mark} className={className} /> : null
}

/** Asks for its words only where there is a mark: most rows of a list have none. */
function ShownBadge({ mark, className }: { mark: Mark; className: string | undefined }) {
  const { t } = useTranslation('crud')
  return (
    <Badge {...waitingLooks[mark]} className={className}>
      {t(`waiting.${mark}`)}
    </Badge>
  )
}
