import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useChange } from '#src/data/use-writes.ts'
import { useActor } from '#src/session/actor.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { useSayKept } from '../say-waiting.ts'
import { isOwnWrite } from './own-write.ts'

type Write = (row: Row) => Promise<Outcome>
type Kept = Parameters<ReturnType<typeof useSayKept>>[0]

/** Offers to put back what was just written; `back` writes it over the record as it was left. */
export function useOfferUndo() {
  const { t } = useTranslation('crud')
  const me = useActor().id
  const sayKept = useSayKept()
  const putBack = async (row: Row, back: Write): Promise<void> => {
    const outcome = await back(row)
    if (outcome.state === 'saved' || outcome.state === 'waiting') return sayKept(outcome, t('listWork.undone'))
    // Whoever undoes may be on another page by now: nothing but a question finds them there.
    const again = await confirm(
      outcome.state === 'conflict'
        ? {
            title: t('listWork.undo.changedSince'),
            text: t('listWork.undo.changedSinceText'),
            confirmLabel: t('listWork.undo.anyway'),
            cancelLabel: t('listWork.undo.leave'),
          }
        : { title: t('listWork.undo.failed'), text: outcome.message, confirmLabel: t('records.again') },
    )
    if (again) await putBack(outcome.state === 'conflict' ? outcome.row : row, back)
  }
  return (message: string, row: Row, back: Write, outcome: Kept = { state: 'saved' }) => {
    const isOwn = isOwnWrite(row, outcome.state === 'waiting', me)
    sayKept(outcome, message, isOwn ? { undo: () => void putBack(row, back) } : {})
  }
}

/** Changes fields of a record, and offers to undo it. */
export function useUndoableChange(module: Module) {
  const { t } = useTranslation('crud')
  const change = useChange(module)
  const putBack = useChange(module, 'anywhere')
  const offer = useOfferUndo()
  return async (row: Row, changes: Record<string, unknown>, message?: string): Promise<Outcome> => {
    const outcome = await change(row, changes)
    if (outcome.state !== 'saved' && outcome.state !== 'waiting') return outcome
    const before = Object.fromEntries(Object.keys(changes).map(field => [field, row[field] ?? null]))
    const said = message ?? t('listWork.changed', { title: nameOf(module, row) })
    offer(said, outcome.row ?? row, now => putBack(now, before), outcome)
    return outcome
  }
}

/** What a record is called, also one without a name. */
export const nameOf = (module: Module, row: Row): string => titleOf(module, row) || `#${row.id}`
