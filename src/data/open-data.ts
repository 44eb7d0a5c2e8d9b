import type { Register } from '#contract/module.ts'
import { unreachable } from '#src/offline/api.ts'
import { afterFirstPage } from '#src/offline/after-first-page.ts'
import { tellTabs, type Written } from '#src/offline/channel.ts'
import { readConnection } from '#src/offline/connection.ts'
import { hearTabs, spreadOwn } from '#src/offline/heard.ts'
import { leasedIds } from '#src/offline/ids.ts'
import { metaIn, metaInMemory, metaWithRoom } from '#src/offline/keep-meta.ts'
import { countUnsent } from '#src/offline/outbox/count.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'
import type { Sender } from '#src/offline/push.ts'
import { startPulling } from '#src/offline/sync.ts'
import { closeUserDb, type UserDb } from '#src/offline/user-db.ts'
import { loadJudge, openStore } from './open-store.ts'

/** What the first page has for itself before live updates are thought of, in ms. */
const HEAD_START = 1_000
/** By then nobody waits for the device any more, in ms. */
const CALM = 20_000

type Options = {
  userId: number
  register: Register
  signal: AbortSignal
  onChanged: (modules: string[]) => void
  onNarrowed?: () => void
  onBegun?: () => void
  onBroken: () => void
}

export type OpenData = { db: UserDb | null; sender: Sender; pullNow: () => Promise<unknown>; close: () => void }

/** The device's store of one user with everything that works on it. Without a usable store the app works online only. */
export async function openData({
  userId,
  register,
  signal,
  onChanged,
  onNarrowed,
  onBegun = () => undefined,
  onBroken,
}: Options): Promise<OpenData> {
  const { db, deviceId: device, dismissed } = await openStore(userId, register)
  // What was closed for a newer build or a sign-out stays closed; what the browser took away is opened again.
  const isOver = () => signal.aborted || dismissed.signal.aborted
  let opening: Promise<Outbox> | null = null
  const meta = db ? metaWithRoom(db, register) : metaInMemory()
  const ids = leasedIds(meta, device, db ? metaIn(db) : meta)
  const refill = () => void ids.refill().catch(() => undefined) // the next answered pull tries again

  const synced = () => {
    refill()
    // The server is there: what it could not take before may go now, and what did not come from it before is asked for.
    if (isCalm) follow()
    void (isCalm ? outbox() : opening)?.then(open => open?.sendDue()).catch(() => undefined)
  }

  const lost = () => {
    if (isOver()) return
    dismissed.abort()
    onBroken()
  }
  const pulling =
    db && !isOver()
      ? startPulling({
          db,
          register,
          userId,
          deviceId: device,
          onChanged,
          ...(onNarrowed && { onNarrowed }),
          onBroken: lost,
          onSynced: synced,
        })
      : null
  const onWritten = (record: Written) => spreadOwn(userId, [record])
  const onOwn = (modules: string[]) => {
    onChanged(modules)
    tellTabs({ kind: 'changed', userId, modules })
    void pulling?.now()
  }
  const startOutbox = async (db: UserDb) => {
    const { startOutbox: start } = await import('./start-outbox.ts')
    return start({ db, register, userId, deviceId: device, ids, onWritten, onChanged: onOwn }, dismissed.signal, isOver)
  }
  /** Opened with the first word that needs it, or when the first page is through. */
  const outbox = async () => {
    if (!db) return null
    opening ??= startOutbox(db).catch((error: unknown) => {
      opening = null
      throw unreachable(error)
    })
    return opening
  }
  dismissed.signal.addEventListener('abort', () => pulling?.stop())
  // The browser may take the store away under a living page. Dexie tells of every close; ours are dismissed first.
  db?.on('close', lost)
  if (!db) refill()
  const deaf = hearTabs(userId)
  let isCalm = false
  let following: Promise<void> | null = null
  const startFollowing = async () => {
    const { followLive } = await import('#src/offline/live.ts')
    if (isOver()) return
    const live = followLive({
      userId,
      deviceId: device,
      register,
      pullNow: () => void pulling?.now(),
      onOwn: onChanged,
      onBegun,
    })
    dismissed.signal.addEventListener('abort', live.stop)
  }
  /** Where its part of the app did not come, the pull is what there is until the server answers again. */
  const follow = () => {
    following ??= startFollowing().catch(() => void (following = null))
  }
  const check = async () => {
    const { watchKept } = await loadJudge()
    if (db && !isOver()) await watchKept(db, register)
  }
  const stopFollowing = afterFirstPage(HEAD_START, () => {
    isCalm = true
    follow()
    void outbox().catch(() => undefined)
    void check().catch(() => undefined)
  })
  // Neither what waits to be sent nor the numbers for what is added offline wait for a first pull that may be long.
  const sendLeft = async () => {
    if (isOver()) return
    if (readConnection().lastSyncAt === null) refill()
    if (db && (await countUnsent(db)) > 0) await outbox()
  }
  const sending = setTimeout(() => void sendLeft().catch(() => undefined), HEAD_START)
  const weighDown = async () => {
    const { layBallast } = await import('#src/offline/storage.ts')
    if (db && !isOver()) await layBallast(db)
  }
  const weighing = setTimeout(() => void weighDown().catch(() => undefined), CALM)
  dismissed.signal.addEventListener('abort', () => {
    deaf()
    stopFollowing()
    clearTimeout(sending)
    clearTimeout(weighing)
  })

  const sender: Sender = { db, register, deviceId: device, ids, outbox, meta, onWritten, onChanged: onOwn }
  if (!db)
    void import('./open-again.ts')
      .then(({ whenOpenAgain }) => whenOpenAgain(userId, sender, dismissed.signal, lost))
      .catch(() => undefined) // the next page tries again
  return {
    db,
    sender,
    pullNow: async () => pulling?.now(),
    close: () => {
      dismissed.abort()
      if (db) closeUserDb(db)
    },
  }
}
