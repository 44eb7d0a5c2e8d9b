import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudAlert from 'lucide-react/icons/cloud-alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadiness } from '#src/data/use-readiness.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ReadinessLines } from './readiness-lines.tsx'
import { useVerdict } from './use-verdict.ts'
import { GetItNow } from './get-it-now.tsx'

/** One word on whether this device may leave the network; pressed, what it has and what it lacks. */
export function ReadinessBadge() {
  const { t } = useTranslation('readiness')
  const [open, setOpen] = useState(false)
  const device = useReadiness()
  const verdict = useVerdict()
  const { looked } = device
  if (!looked) return null
  const { ready } = looked.readiness
  const words = verdict(looked.readiness)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={ready ? CloudCheck : CloudAlert}
        className={ready ? 'text-success-text' : 'text-warning-text'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={words}
        description={t(ready ? 'text.ready' : 'text.not')}
      >
        <ReadinessLines {...looked} />
        <GetItNow device={device} />
      </Dialog>
    </>
  )
}
