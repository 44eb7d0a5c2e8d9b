import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { openTask } from '#src/modules/desk/tasks/state.ts'
import { TaskDialog } from '#src/modules/desk/tasks/task-dialog.tsx'
import { DecidedNews } from './decided-news.tsx'
import { SwitchUser } from './switch-user.tsx'

/** The dialog of tasks on any page (`?task=17` opens one), the change of hands, and what others decided meanwhile. */
export function TaskHost() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('task')
  useEffect(() => {
    if (asked === null) return
    if (/^[1-9]\d{0,15}$/.test(asked)) openTask(Number(asked))
    setSearch(
      now => {
        now.delete('task')
        return now
      },
      { replace: true },
    )
  }, [asked, setSearch])
  return (
    <>
      <TaskDialog />
      <SwitchUser />
      <DecidedNews />
    </>
  )
}
