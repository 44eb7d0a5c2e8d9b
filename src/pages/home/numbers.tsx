import { useQueries } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Actor } from '#contract/actor.ts'
import { task } from '#contract/modules/desk/task.ts'
import { can } from '#contract/rules.ts'
import { writeState } from '#src/crud/list/address.ts'
import { questionOf } from '#src/crud/list/state.ts'
import { pathTo } from '#src/crud/screens.ts'
import type { Total } from '#src/data/list-pages.ts'
import { totalQuery } from '#src/data/total-query.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useActor } from '#src/session/actor.ts'
import { askedBy, viewOf } from './asked.ts'
import { Figure, FigureRow } from './figure.tsx'
import { TaskFigure } from './task-figure.tsx'
import { totalWords } from './use-total.ts'

/** Are there numbers for this person at all? */
export const hasNumbers = (actor: Actor): boolean => can(actor, task, 'list') || askedBy(actor).length > 0

/** How much waits for somebody; each number opens what it counts. */
export function Numbers() {
  const actor = useActor()
  return (
    // The same boxes in the same places until the views are here: nothing jumps.
    <Suspense fallback={<Boxes totals={[]} actor={actor} states={[]} />}>
      <Counted actor={actor} />
    </Suspense>
  )
}

function Counted({ actor }: { actor: Actor }) {
  const { online } = useConnection()
  const views = askedBy(actor).map(one => viewOf(one, actor))
  const totals = useQueries({
    queries: views.map(view =>
      view
        ? { ...totalQuery(view[0].module, questionOf(view[1].state)), enabled: online }
        : { queryKey: ['no view'], enabled: false },
    ),
  })
  return (
    <Boxes
      actor={actor}
      states={views.map(view => (view ? writeState(view[1].state) : ''))}
      totals={totals.map(({ data }) => data as Total | undefined)}
    />
  )
}

type BoxesProps = { actor: Actor; states: readonly string[]; totals: readonly (Total | undefined)[] }

function Boxes({ actor, states, totals }: BoxesProps) {
  const { t } = useTranslation('home')
  return (
    <FigureRow label={t('home:numbers.label')}>
      {[
        ...(can(actor, task, 'list') ? (['overdue', 'today'] as const).map(of => <TaskFigure key={of} of={of} />) : []),
        ...askedBy(actor).map(({ pages, asked }, at) => (
          <Figure
            key={`${asked.module} ${asked.view}`}
            to={`${pathTo(pages, 'list') ?? '/'}${states[at] ?? ''}`}
            title={t(`home:numbers.${asked.module}.${asked.view}`)}
            value={totalWords(totals[at])}
            late={asked.late && Boolean(totals[at]?.count)}
          />
        )),
      ]}
    </FigureRow>
  )
}
