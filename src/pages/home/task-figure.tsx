import { useTranslation } from 'react-i18next'
import { task } from '#contract/modules/desk/task.ts'
import { useRecords } from '#src/data/use-records.ts'
import { formatCount } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { filterOf, questionOf } from '#src/modules/desk/tasks/question.ts'
import { beginFor, initialState, setFilter, setQuery } from '#src/modules/desk/tasks/state.ts'
import { useActor } from '#src/session/actor.ts'
import { Figure } from './figure.tsx'

/** How many of one's own tasks are overdue, or due today; pressed, the table of tasks shows those. */
export function TaskFigure({ of }: { of: 'overdue' | 'today' }) {
  const { t } = useTranslation('home')
  const me = useActor().id
  const filter = { ...initialState.filter, ...filterOf(of, me) }
  const now = useNow()
  const state = { ...initialState, filter, overdue: of === 'overdue', today: of === 'today' }
  const { rows, loading, hasMore } = useRecords(task, questionOf(state, now))
  const show = () => {
    beginFor(me)
    setQuery('')
    setFilter({ ...filter }, of === 'overdue', of === 'today')
    const heading = document.querySelector<HTMLElement>('[data-after-deed]')
    heading?.scrollIntoView?.({ block: 'center' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <Figure
      onOpen={show}
      title={t(`home:numbers.task.${of}`)}
      value={loading ? '—' : formatCount(rows.length, hasMore)}
      late={of === 'overdue' && rows.length > 0}
    />
  )
}
