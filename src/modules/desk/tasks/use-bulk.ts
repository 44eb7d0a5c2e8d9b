import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { stageAllows } from '#contract/rules.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useChange, useMoves } from '#src/data/use-writes.ts'
import { toast } from '#src/ui/toast.ts'
import { deselectTasks } from './state.ts'

/**
 * One wish for each of the selected tasks, so that it works without a connection as well. What was refused stays selected,
 * with the reason of the first.
 */
export function useBulk(selected: readonly Task[]) {
  const { t } = useTranslation('task')
  const move = useMoves(task)
  const change = useChange(task)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')

  const forEach = async (rows: readonly Task[], write: (row: Task) => Promise<Outcome>, said: string) => {
    if (busy) return
    setBusy(true)
    setRefused('')
    const handled = new Set(selected.map(({ id }) => id))
    let left = 0
    let reason = ''
    let waiting = 0
    for (const row of rows) {
      const outcome = await write(row)
      if (outcome.state === 'waiting') waiting += 1
      if (outcome.state !== 'refused' && outcome.state !== 'conflict') continue
      handled.delete(row.id)
      left += 1
      reason ||= outcome.state === 'refused' ? outcome.message : t('task:screen.bulk.changed')
    }
    setBusy(false)
    deselectTasks(handled)
    const done = rows.length - left
    if (done > 0) toast(waiting > 0 ? t('task:screen.savedHere') : t(said, { count: done }), { waiting: waiting > 0 })
    if (left > 0) setRefused(t('task:screen.bulk.refused', { count: left, reason }))
  }
  const finishable = selected.filter(row => stageAllows(task.moves!.finish, row))
  return {
    busy,
    refused,
    dismiss: () => setRefused(''),
    finishable: finishable.length,
    finish: () => forEach(finishable, row => move(row, 'finish'), 'task:screen.bulk.done'),
    reassign: (to: number) =>
      forEach(
        selected.filter(row => row.assignedTo !== to),
        row => change(row, { assignedTo: to }),
        'task:screen.bulk.reassigned',
      ),
  }
}
