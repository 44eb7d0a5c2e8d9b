import { task, type Task } from '#contract/modules/desk/task.ts'
import { useData, useKeepsNothing } from '#src/data/data.ts'
import { usePreferences, useRefreshPreferences, useSetPreference } from '#src/data/preferences.ts'
import { useLive } from '#src/data/shared-live.ts'
import { useRecords } from '#src/data/use-records.ts'
import { useNow } from '#src/lib/use-now.ts'
import { openOps } from '#src/offline/outbox/count.ts'
import { keptTable } from '#src/offline/user-db.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { useSession } from '#src/session/session.ts'
import { isTold, newsFrom, nothingWaits, noticesOf, readAfter, type Notice } from './notices.ts'
import { unended } from './state.ts'

const KEY = 'taskNotices'

/** The tasks of which something waits here, as the server has them. Undefined: not known yet. */
function useServed(): ReadonlyMap<number, Task> | undefined {
  const keepsNothing = useKeepsNothing()
  const served = useLive(useData().db, 'served-tasks', async db => {
    const waiting = (await openOps(db)).filter(({ lane }) => lane.startsWith(`${task.name}:`))
    const kept = await keptTable(db, task).bulkGet([...new Set(waiting.map(({ id }) => id))])
    return new Map(kept.flatMap(one => (one?.base ? [[one.id, one.base as Task] as const] : [])))
  })
  return keepsNothing ? nothingWaits : served
}

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
  const preferences = usePreferences()
  const addToPreference = useSetPreference(true)
  const refresh = useRefreshPreferences()
  const tasks = new Map<number, Task>(found.flatMap(({ rows }) => rows).map(row => [row.id, row]))
  const served = useServed()
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
