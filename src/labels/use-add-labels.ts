import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { useData } from '#src/data/data.ts'
import { failureOf } from '#src/data/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { toast } from '#src/ui/toast.ts'
import { addToQueue, MOST_QUEUED, takeOff } from './queue.ts'

/** May this person print labels of the module's records? Whoever may look at a record may have its label. */
export function useHasLabel(module: Module | undefined): boolean {
  const actor = useActor()
  return module?.label !== undefined && can(actor, module, 'details')
}

type Named = { module: string; id: number }

/** Queues the labels of these records, says so, and offers the way to where they are printed. */
export function useAddLabels() {
  const { t } = useTranslation('label')
  const { db } = useData()
  const navigate = useNavigate()
  return async (find: readonly Named[] | (() => Promise<readonly Named[]>)): Promise<void> => {
    const action = { label: t('open'), onSelect: () => void navigate('/labels') }
    try {
      const records = typeof find === 'function' ? await find() : find
      const { added, isFull } = await addToQueue(
        db,
        records.map(({ module, id }) => ({ module, id, copies: 1 })),
      )
      const undo = added.length > 0 ? { undo: () => void takeOff(db, added) } : {}
      const said = added.length > 0 ? t('added', { count: added.length }) : t('addedBefore')
      toast(isFull ? t('full', { most: formatNumber(MOST_QUEUED) }) : said, { action, ...undo })
    } catch (error) {
      toast(failureOf(error)?.message ?? t('notAdded'))
    }
  }
}
