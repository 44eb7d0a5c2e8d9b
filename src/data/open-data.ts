import type { Register } from '#contract/module.ts'
import { tellTabs } from '#src/offline/channel.ts'
import { markConnection, readConnection } from '#src/offline/connection.ts'
import { deviceId } from '#src/offline/device.ts'
import { isStorageError } from '#src/offline/guarded-open.ts'
import { hearTabs, spreadOwn } from '#src/offline/heard.ts'
import { leasedIds } from '#src/offline/ids.ts'
import { metaIn, metaInMemory } from '#src/offline/keep-meta.ts'
import type { Sender } from '#src/offline/push.ts'
import { sendQueue } from '#src/offline/queue.ts'
import { startPulling } from '#src/offline/sync.ts'
import { closeUserDb, openUserDb, type UserDb } from '#src/offline/user-db.ts'
import { retryWipes, sendRevocations } from '#src/offline/wipe.ts'

/** What the first page has for itself before live updates are thought of, in ms. */
const HEAD_START = 1_000

type Options = {
  userId: number
  register: Register
  signal: AbortSignal
  onChanged: (modules: string[]) => void
  onBroken: () => void
}

export type OpenData = { db: UserDb | null; sender: Sender; pullNow: () => Promise<void>; close: () => void }

/** The device's store of one user with everything that works on it. Without a usable store the app works online only. */
export async function openData({ userId, register, signal, onChanged, onBroken }: Options): Promise<OpenData> {
  await retryWipes().catch(() => undefined)
  void sendRevocations().catch(() => undefined)
  const device = await deviceId().catch(() => crypto.randomUUID())
  // What was closed for a newer build or a sign-out stays closed; what the browser took away is opened again.
  const dismissed = new AbortController()
  const isOver = () => signal.aborted || dismissed.signal.aborted
  const db = await openUserDb(userId, register, { onDismissed: () => dismissed.abort() }).catch((error: unknown) => {
    markConnection({ trouble: isStorageError(error) ? error.code : 'noStorage' })
    return null
  })
  if (db && readConnection().trouble === 'blocked') markConnection({ trouble: null })
  const meta = db ? metaIn(db) : metaInMemory()
  const ids = leasedIds(meta, device)
  const refill = () => void ids.refill().catch(() => undefined) // the next answered pull tries again

  const lost = () => {
    if (isOver()) return
    dismissed.abort()
    onBroken()
  }
  const pulling =
    db && !isOver()
      ? startPulling({ db, register, userId, deviceId: device, onChanged, onBroken: lost, onSynced: refill })
      : null
  dismissed.signal.addEventListener('abort', () => pulling?.stop())
  // The browser may take the store away under a living page. Dexie tells of every close; ours are dismissed first.
  db?.on('close', lost)
  if (!db) refill()
  const deaf = hearTabs(userId)
  const follow = async () => {
    const { followLive } = await import('#src/offline/live.ts')
    if (isOver()) return
    const live = followLive({
      userId,
      deviceId: device,
      register,
      pullNow: () => void pulling?.now(),
      onOwn: onChanged,
    })
    dismissed.signal.addEventListener('abort', live.stop)
  }
  // Without a network the pull is what there is, and by the next start the device holds this part too.
  const following = setTimeout(() => void follow().catch(() => undefined), HEAD_START)
  dismissed.signal.addEventListener('abort', () => {
    deaf()
    clearTimeout(following)
  })

  return {
    db,
    sender: {
      db,
      register,
      deviceId: device,
      ids,
      queue: sendQueue(meta),
      onWritten: record => spreadOwn(userId, [record]),
      onChanged: modules => {
        onChanged(modules)
        tellTabs({ kind: 'changed', userId, modules })
        void pulling?.now()
      },
    },
    pullNow: async () => pulling?.now(),
    close: () => {
      dismissed.abort()
      if (db) closeUserDb(db)
    },
  }
}
