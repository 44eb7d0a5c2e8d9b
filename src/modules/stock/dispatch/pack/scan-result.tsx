import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-help'
import Copy from 'lucide-react/icons/copy'
import ScanLine from 'lucide-react/icons/scan-line'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { Button } from '#src/ui/button.tsx'
import { ScanCounter } from '#src/scan/scan-counter.tsx'
import { ScanStrip } from '#src/scan/scan-strip.tsx'
import type { Verdict } from './scan.ts'

type Props = {
  stage: string
  total: number
  /** Pieces that are not scanned yet. */
  open: number
  verdict: Verdict | null
  onUndo: (() => void) | null
}

/** How many are left, in big, and how the last scan ended. */
export function ScanResult({ stage, total, open, verdict, onUndo }: Props) {
  const { t } = useTranslation('dispatch')
  const done = total - open
  return (
    <div className="grid grid-cols-[minmax(11rem,auto)_1fr] max-sm:grid-cols-1">
      <ScanCounter
        done={done}
        total={total}
        progress={t('screen.scan.progress')}
        text={open > 0 ? t('screen.scan.open', { count: open }) : t('screen.scan.all')}
      />
      <div role="status" className="grid">
        <Said stage={stage} open={open} verdict={verdict} onUndo={onUndo} />
      </div>
    </div>
  )
}

function Said({ stage, open, verdict, onUndo }: Omit<Props, 'total'>) {
  const { t } = useTranslation('dispatch')
  if (verdict?.is === 'right')
    return (
      <ScanStrip
        tone="success"
        icon={Check}
        title={verdict.product === null ? verdict.text : <RecordName module={product} id={verdict.product} />}
        text={verdict.unit ? <span className="ltr">{verdict.unit.serial}</span> : t('screen.scan.counted')}
        aside={
          onUndo && (
            <Button size="lg" icon={Undo2} mirrored onClick={onUndo}>
              {t('screen.scan.undo')}
            </Button>
          )
        }
      />
    )
  if (verdict?.is === 'twice')
    return (
      <ScanStrip
        tone="warning"
        icon={Copy}
        title={t('screen.scan.twice')}
        text={<span className="ltr">{verdict.serial}</span>}
      />
    )
  if (verdict?.is === 'wrong')
    return (
      <ScanStrip
        tone="danger"
        icon={X}
        title={<span className="ltr wrap-anywhere">{verdict.text}</span>}
        text={verdict.why === 'none' ? verdict.said?.title : t(`screen.wrong.${verdict.why}`)}
      />
    )
  if (verdict?.is === 'which')
    return <ScanStrip tone="warning" icon={CircleHelp} title={verdict.title} text={verdict.text} />
  if (open === 0)
    return <ScanStrip tone="success" icon={Check} title={t('screen.scan.complete')} text={t(`screen.next.${stage}`)} />
  return <ScanStrip icon={ScanLine} title={t('screen.scan.first')} text={t('screen.scan.firstText')} />
}
