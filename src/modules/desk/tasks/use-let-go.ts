import { useEffect, useRef } from 'react'
import type { Task } from '#contract/modules/desk/task.ts'
import { deselectTasks, useTaskState } from './state.ts'
import type { TaskPage } from './use-tasks.ts'

/**
 * Lets go of what leaves the table: it may come back when nobody thinks of it any more. What is being done to tasks takes
 * them out of it as well (`underWay`), and whichever of them is refused comes back as it was, selected.
 */
export function useLetGo({ rows, loading, error, partial }: TaskPage, underWay: readonly Task[]): void {
  const { selectedTasks } = useTaskState()
  // What was selected when its person left the page may have left the table since.
  const before = useRef<readonly { id: number }[]>(selectedTasks)
  // Where the server cannot be asked, what is missing may be there all the same.
  const isWhole = !loading && error === null && !partial
  useEffect(() => {
    if (!isWhole) return
    const [here, doing] = [rows, underWay].map(tasks => new Set(tasks.map(({ id }) => id)))
    const left = before.current.map(({ id }) => id).filter(id => !here!.has(id) && !doing!.has(id))
    before.current = rows
    if (left.length > 0) deselectTasks(new Set(left))
  }, [isWhole, rows, underWay])
}
