import { task, type Task } from '#contract/modules/desk/task.ts'
import { useRefreshPreferences, useSetPreference, useToldPreferences } from '#src/data/preferences.ts'
import { useRecords } from '#src/data/use-records.ts'
import { useServedRows } from '#src/data/use-unsent-rows.ts'
import { useNow } from '#src/lib/use-now.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { useSession } from '#src/session/session.ts'
import { isTold, newsFrom, noticesOf, readAfter, type Notice } from './notices.ts'
import { unended } from './state.ts'

const KEY = 'taskNotices'

export type Notices = {
  /** May this person be told at all? */
  told: boolean
  notices: readonly (Notice & { unread: boolean })[]
  unread: number
  /** Some of them, or all. */
  markRead: (keys?: readonly string[]) => void
  /** Learns what was read on other devices. */
  refresh: () => void
}

/** What there is to tell, and what of it was read: on this device at once, on the others as soon as they ask. */
export function useNotices(): Notices {
  const me = useActor().id
  const { user } = useSession()
  const told = useCan(task, 'list') && isTold(user?.notification_permission ?? [])
  const now = useNow()
  const [open, recent] = [{ stage: [...unended] }, { updatedAt: [`${newsFrom(now).slice(0, 10)}..`] }]
  // Devices keep both, and of what has ended no more: these questions are answered without a network.
  const found = [
    useRecords(task, { filter: { assignedTo: [me], ...open } }),
    useRecords(task, { filter: { assignedTo: [me], ...recent } }),
    useRecords(task, { filter: { assignedBy: [me], ...open } }),
    useRecords(task, { filter: { assignedBy: [me], ...recent } }),
  ]
  const preferences = useToldPreferences()
  const addToPreference = useSetPreference(true)
  const refresh = useRefreshPreferences()
  const tasks = new Map<number, Task>(found.flatMap(({ rows }) => rows).map(row => [row.id, row]))
  const served = useServedRows(task) as ReadonlyMap<number, Task> | undefined
  // What is read is known before anything is called unread.
  const notices = told && preferences && served ? noticesOf([...tasks.values()], me, now, served) : []
  const kept = preferences?.[KEY]?.read
  const read = Array.isArray(kept) ? (kept as string[]) : []
  const shown = notices.map(notice => ({ ...notice, unread: !read.includes(notice.key) }))
  return {
    told,
    notices: shown,
    unread: shown.filter(({ unread }) => unread).length,
    refresh,
    markRead: (keys = notices.map(({ key }) => key)) =>
      void addToPreference(KEY, { read: readAfter(notices, read, keys) }),
  }
}
