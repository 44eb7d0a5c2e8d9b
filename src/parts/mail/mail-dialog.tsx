import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { MoveDialog } from '#src/crud/move-dialog.tsx'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useMove } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { useCan } from '#src/session/actor.ts'
import { toast } from '#src/ui/toast.ts'

/** The first address of a customer, where whoever is here may look. */
export function useCustomersAddress(id: number | null): { to: string | null; loading: boolean } {
  const may = useCan(customer, 'details')
  const { row, loading } = useRecord(customer, may ? (id ?? 0) : 0)
  return { to: row?.emails[0]?.email ?? null, loading: may && id !== null && loading }
}

type Props = {
  module: Module
  record: Row
  move: string
  /** What it begins with; `to` is where it goes. */
  start: Record<string, unknown> & { to: string | null }
  onClose: () => void
}

/** Asks where a record is sent to, and with which words. */
export function MailDialog({ module, record, move, start, onClose }: Props) {
  const { t } = useTranslation('paper')
  const words = useWords(module)
  const send = useMove<Module>(module, 'mail')
  return (
    <MoveDialog
      module={module}
      move={move}
      title={words.move(move)}
      start={start}
      onMake={async args => {
        const outcome = await outcomeOf(() => send(record, args))
        if (outcome.state === 'saved') toast(t('mail.onItsWay', { to: String(args.to) }))
        return outcome
      }}
      onClose={onClose}
    />
  )
}
