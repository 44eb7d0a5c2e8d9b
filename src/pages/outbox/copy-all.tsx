import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/toast.ts'

/** For whoever helps: what waits and why, without what it says. */
export function CopyAll({ ops }: { ops: readonly OutboxOp[] }) {
  const { t } = useTranslation('outbox')
  const copy = () => {
    const lines = ops.map(({ seq, op, id, mid, state, attempts, problem, at, build }) =>
      [seq, new Date(at).toISOString(), op, id, mid, state, attempts, problem?.code ?? '', build].join('\t'),
    )
    void navigator.clipboard.writeText(lines.join('\n')).then(() => toast(t('copied')))
  }
  return (
    <Button size="sm" icon={Copy} onClick={copy} className="max-sm:hidden">
      {t('actions.copyAll')}
    </Button>
  )
}
