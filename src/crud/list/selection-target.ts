import { WORK_IDS } from '#contract/calls/work.ts'
import { idsOf, type RowSource } from '#src/data/rows/source.ts'
import type { Target } from './model.ts'
import type { Question } from './state.ts'

/** The chosen ones; where all that match are chosen, those that are left out. */
type Chosen = { all: Question | null; ids: ReadonlySet<number> }

/** What is selected, as works and exports take it. More ids than these take are said as all that match but the others. */
export function targetOf(
  { all, ids }: Chosen,
  rows: Pick<RowSource, 'count' | 'more' | 'idAt'>,
  question: Question,
): Target | null {
  if (all) return { question: all, except: [...ids] }
  if (ids.size === 0) return null
  const except = ids.size > WORK_IDS && !rows.more ? othersThan(ids, rows) : null
  return except ? { question, except } : { ids: [...ids] }
}

/** The rows that are not chosen; null where something is chosen that is no row here. */
function othersThan(ids: ReadonlySet<number>, rows: Pick<RowSource, 'count' | 'idAt'>): number[] | null {
  const others = idsOf(rows).filter(id => !ids.has(id))
  return rows.count - others.length === ids.size ? others : null
}

/** More than one request can name. */
export const isTooMuch = (target: Target | null): boolean =>
  target !== null && ('ids' in target ? target.ids : target.except).length > WORK_IDS
