import { useTranslation } from 'react-i18next'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useActs } from '#src/crud/acts/use-acts.ts'
import { MoveDialog } from '#src/crud/move-dialog.tsx'
import type { MoveProps } from '#src/crud/screens.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { formatMoney } from '#src/lib/format.ts'
import { Banner } from '#src/ui/banner.tsx'

/** What a move asks for, with what the job says of it already. */
export function AskedMove({ record, move, onClose }: MoveProps) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const acts = useActs(maintenance)
  const me = useActor().id
  const job = record as unknown as Maintenance
  const known: Record<string, unknown> = {
    assignedTo: job.assignedTo ?? me,
    diagnosis: job.diagnosis,
    workDone: job.workDone,
    decidedBy: job.name,
  }
  const args = maintenance.moves?.[move as keyof typeof maintenance.moves] as { args?: object } | undefined
  const start = Object.fromEntries(Object.keys(args?.args ?? {}).map(name => [name, known[name] ?? null]))
  const isDecided = move === 'approve' || move === 'decline'
  return (
    <MoveDialog
      module={maintenance}
      move={move}
      title={words.move(move)}
      start={start}
      about={isDecided && <Banner>{t('screen.work.estimateOf', { total: formatMoney(job.estimate ?? 0) })}</Banner>}
      onMake={args => acts.move(record, move, args)}
      onClose={onClose}
    />
  )
}
