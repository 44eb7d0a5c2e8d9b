import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { idsOf, type RowSource } from '#src/data/rows/source.ts'
import type { Selection } from './model.ts'
import { targetOf } from './selection-target.ts'
import type { Question } from './state.ts'

type State = {
  /** The question it belongs to: rows of another one are not selected. */
  of: string
  all: Question | null
  /** The chosen ones; where all match, those that are left out. */
  ids: ReadonlySet<number>
  /** Where a range begins. */
  anchor: number | null
}

const empty: ReadonlySet<number> = new Set()

/**
 * Which rows are selected. It stays over scrolling and sorting, is there again for who comes back to this entry of the
 * history, and ends with another search or filter.
 */
export function useSelection(question: Question, rows: RowSource, entry: string): Selection {
  const { sort: _, ...matching } = question
  const of = JSON.stringify(matching)
  const queries = useQueryClient()
  const key = ['selection', entry]
  const left = queries.getQueryData<State>(key)
  const none: State = { of, all: null, ids: empty, anchor: null }
  const [kept, setKept] = useState(left)
  const state = [kept, left].find(one => one?.of === of) ?? none
  const { all, ids, anchor } = state

  useEffect(() => {
    if (kept?.of !== of) return
    queries.setQueryData(key, kept)
    // oxlint-disable-next-line react/exhaustive-deps -- the key is its entry
  }, [entry, of, kept])

  const isIn = (id: number) => (all ? !ids.has(id) : ids.has(id))
  const put = (chosen: readonly number[], isOn: boolean, change: Partial<State>) => {
    const next = new Set(ids)
    for (const id of chosen)
      if (isOn === (all === null)) next.add(id)
      else next.delete(id)
    setKept({ ...state, ids: next, ...change })
  }
  const total = rows.total
  const count = !all ? ids.size : total && !total.more ? Math.max(0, total.count - ids.size) : null
  const whole = {
    target: targetOf({ all, ids }, rows, question),
    count,
    isAll: all !== null,
    has: isIn,
    put: (chosen: readonly number[], isOn: boolean) => put(chosen, isOn, {}),
    selectAll: () => setKept({ ...none, all: question }),
    clear: () => setKept(none),
  }
  const over = (part: RowSource): Selection => ({
    ...whole,
    over,
    toggle: index => {
      const id = part.idAt(index)
      if (id !== undefined) put([id], !isIn(id), { anchor: id })
    },
    extendTo: (index, from) => {
      const start = from === undefined ? undefined : part.idAt(from)
      // Whoever goes on from a row that is not selected begins there, not where they selected one long ago.
      const begin = start !== undefined && !isIn(start) ? start : anchor
      const known = begin === null ? -1 : part.indexOf(begin)
      const at = known < 0 ? index : known
      if (part.idAt(index) !== undefined) put(between(part, at, index), true, { anchor: part.idAt(at) ?? null })
    },
    selectLoaded: () => put(idsOf(part), true, {}),
  })
  const selectLoaded = () => setKept({ ...none, ids: new Set(idsOf(rows)), anchor })
  return { ...over(rows), selectLoaded }
}

const between = (rows: RowSource, a: number, b: number) => idsOf(rows, Math.min(a, b), Math.max(a, b) + 1)
