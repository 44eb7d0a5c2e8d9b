import { task, type Task } from '#contract/modules/desk/task.ts'
import { usePreferences, useSetPreference } from '#src/data/preferences.ts'
import { useRecords } from '#src/data/use-records.ts'
import { useNow } from '#src/lib/use-now.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { useSession } from '#src/session/session.ts'
import { isTold, noticesOf, readAfter, type Notice } from './notices.ts'

const KEY = 'taskNotices'

export type Notices = {
  /** May this person be told at all? */
  told: boolean
  notices: readonly (Notice & { unread: boolean })[]
  unread: number
  /** Some of them, or all. */
  markRead: (keys?: readonly string[]) => void
}

/** What there is to tell, and what of it was read: on this device at once, on the others as soon as they ask. */
export function useNotices(): Notices {
  const me = useActor().id
  const { user } = useSession()
  const told = useCan(task, 'list') && isTold(user?.notification_permission ?? [])
  const had = useRecords(task, { filter: { assignedTo: [me] } })
  const given = useRecords(task, { filter: { assignedBy: [me] } })
  const preferences = usePreferences()
  const setPreference = useSetPreference()
  const now = useNow()
  const tasks = new Map<number, Task>([...had.rows, ...given.rows].map(row => [row.id, row]))
  // What is read is known before anything is called unread.
  const notices = told && preferences ? noticesOf([...tasks.values()], me, now) : []
  const kept = preferences?.[KEY]?.read
  const read = Array.isArray(kept) ? (kept as string[]) : []
  const shown = notices.map(notice => ({ ...notice, unread: !read.includes(notice.key) }))
  return {
    told,
    notices: shown,
    unread: shown.filter(({ unread }) => unread).length,
    markRead: (keys = notices.map(({ key }) => key)) =>
      void setPreference(KEY, { read: readAfter(notices, read, keys) }),
  }
}
