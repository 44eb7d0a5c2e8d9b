import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { Button } from '#src/ui/button.tsx'
import { useCopy } from '#src/ui/use-copy.ts'

/** For whoever helps: what waits and why, without what it says. */
export function CopyAll({ ops }: { ops: readonly OutboxOp[] }) {
  const { t } = useTranslation('outbox')
  const toClipboard = useCopy()
  const copy = () => {
    const lines = ops.map(({ seq, op, id, mid, state, attempts, problem, at, build }) =>
      [seq, new Date(at).toISOString(), op, id, mid, state, attempts, problem?.code ?? '', build].join('\t'),
    )
    toClipboard(lines.join('\n'))
  }
  return (
    <Button size="sm" icon={Copy} onClick={copy} className="max-sm:hidden">
      {t('actions.copyAll')}
    </Button>
  )
}
