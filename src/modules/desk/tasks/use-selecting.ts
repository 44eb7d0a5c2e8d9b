import { useRef } from 'react'
import type { Task } from '#contract/modules/desk/task.ts'
import type { Selecting } from '#src/ui/row-keys.ts'
import { selectTasks, setSelectedTasks, toggleTasks, type TaskState } from './state.ts'

/** Which rows of the table are selected, and selecting them: by their boxes, and by the keys of a list. */
export function useSelecting(rows: readonly Task[], selected: TaskState['selectedTasks']) {
  const last = useRef(0)
  const ids = rows.map(({ id }) => id)
  const isSelected = (id: number) => selected.some(one => one.id === id)
  const count = ids.filter(isSelected).length
  /** All from the last one to this one, which ends them. */
  const upTo = (id: number) => {
    const [from, to] = [ids.indexOf(last.current), ids.indexOf(id)]
    if (from < 0) return [id]
    return from < to ? ids.slice(from, to + 1) : ids.slice(to, from + 1).toReversed()
  }
  const select = (id: number, isRange: boolean) => {
    toggleTasks(isRange ? upTo(id) : [id])
    last.current = id
  }
  const selectAll = (on: boolean) => setSelectedTasks(on ? ids : [])
  const keys: Selecting = {
    target: count > 0 ? selected : null,
    toggle: row => select(ids[row]!, false),
    extendTo: (row, from) => {
      if (!isSelected(ids[from]!)) last.current = ids[from]!
      selectTasks(upTo(ids[row]!))
    },
    selectLoaded: () => selectAll(true),
    clear: () => selectAll(false),
  }
  const all = {
    checked: count === ids.length ? true : count > 0 ? ('mixed' as const) : false,
    onChange: selectAll,
  }
  return { isSelected, select, keys, all }
}
