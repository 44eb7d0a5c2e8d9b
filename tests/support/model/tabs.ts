import type { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import type { Register } from '#contract/module.ts'
import { isStorageError, openGuarded, type StorageError } from '#src/offline/guarded-open.ts'
import { leasedIds } from '#src/offline/ids.ts'
import { metaIn } from '#src/offline/keep-meta.ts'
import { localLocks, type LockPort } from '#src/offline/locks.ts'
import { openOutbox, type Outbox } from '#src/offline/outbox/outbox.ts'
import { defineUserDb, type UserDb } from '#src/offline/user-db.ts'
import { inBrowser } from './browser.ts'

export type Tab = {
  db: UserDb
  outbox: Outbox
  /** Of a frozen one: lets it hear what it has not. */
  thaw: (() => void) | null
}

type Options = {
  factory: IDBFactory
  userId: number
  register: Register
  deviceId: string
  hasLocks: boolean
  isUnguarded: boolean
}

/** For how long a tab that a frozen one keeps from upgrading the database waits, in ms. */
const SHORT = 50
/** Longer than a machine with much else to do takes for anything. */
const LONG = 30_000

/** The two tabs of a device, and what becomes of them when one of a newer build is opened. */
export function modelTabs({ factory, userId, register, deviceId, hasLocks, isUnguarded }: Options) {
  const newest = defineUserDb(userId, register).verno
  // The app that the device has was built before the one that is tried.
  let version = newest - 1
  let locks = localLocks()
  let isStealing = false
  let tabs: Tab[] = []
  const shared: LockPort = {
    run: (name, work, options) => locks.run(name, work, isStealing ? { steal: true } : options),
  }

  async function openTab(wanted = version, patience = LONG): Promise<Tab> {
    let dismiss = () => {}
    const db = await inBrowser(factory, async () => {
      const db = defineUserDb(userId, register, wanted)
      // Nobody reads on a console that a tab holds up another one: it is what is looked for.
      for (const warn of db.on.blocked.subscribers) db.on.blocked.unsubscribe(warn as () => void)
      const pause = () => Promise.resolve()
      const onDismissed = () => dismiss()
      if (!isUnguarded) await openGuarded(db, { patience, pause, report: () => undefined, onDismissed })
      else {
        db.on('versionchange', () => {
          onDismissed()
          db.close({ disableAutoOpen: true })
          return false
        })
        await db.open()
      }
      return db
    })
    // In a browser each tab is a program of its own: Dexie knows of no others that it could close by itself.
    ;(db as unknown as { _state: { vcFired: boolean } })._state.vcFired = true
    const ids = leasedIds(metaIn(db), deviceId)
    const none = () => undefined
    // Without Web Locks every tab sends.
    const own = hasLocks ? shared : localLocks()
    const outbox = openOutbox({ db, register, userId, deviceId, ids, locks: own, onWritten: none, onChanged: none })
    dismiss = outbox.stop
    return { db, outbox, thaw: null }
  }

  const living = () => tabs.filter(({ db, thaw }) => db.isOpen() && !thaw)
  const frozen = () => tabs.find(({ thaw }) => thaw)

  function close(): void {
    for (const tab of tabs) {
      tab.thaw?.()
      tab.db.close({ disableAutoOpen: true })
      tab.outbox.stop()
    }
    tabs = []
  }

  async function open(): Promise<void> {
    close()
    locks = localLocks()
    tabs = [await openTab(), await openTab()]
  }

  /** What a build that is older than the database may not do. */
  async function wrongWithOlder(): Promise<string[]> {
    if (version < newest) return []
    const older = await openTab(version - 1, SHORT).catch((error: unknown) => error)
    if (isStorageError(older) && older.code === 'clientTooOld') return []
    if (!(older instanceof Error)) (older as Tab).db.close()
    return ['upgrade: an older build opened the database of a newer one']
  }

  return {
    open,
    close,
    living,
    all: () => tabs,
    /** Whoever signs in gets the newest app. */
    renew: () => void (version = newest),
    /** Any that still reads: a frozen one too, if it is the last. */
    reading: () => (living()[0] ?? tabs.find(({ db }) => db.isOpen()))!.db,
    /** A tab takes the lock from the one that has it, which may have been frozen and goes on later. */
    async steal(tab: Tab) {
      isStealing = true
      const sent = tab.outbox.sendNow()
      // Asked for at once, unless this tab is at it itself.
      await new Promise(resolve => setTimeout(resolve))
      isStealing = false
      await sent
    },
    /** It hears nothing any more and does nothing, and holds the database open. The other one goes on. */
    freeze(at: number) {
      if (living().length < 2) return
      const tab = tabs[at % tabs.length]!
      const database = tab.db.backendDB()
      const hear = database.onversionchange
      const unheard: IDBVersionChangeEvent[] = []
      database.onversionchange = event => void unheard.push(event)
      tab.thaw = () => {
        tab.thaw = null
        database.onversionchange = hear
        for (const event of unheard) hear?.call(database, event)
      }
    },
    /** It hears what it has missed. Where that was a newer build, all begin anew as that one. */
    async thaw(): Promise<string[]> {
      frozen()?.thaw?.()
      if (tabs.every(({ db }) => db.isOpen())) return []
      const left = tabs.filter(({ db }) => db.isOpen())
      await open()
      return [...left.map(() => 'upgrade: a tab went on that should have closed'), ...(await wrongWithOlder())]
    },
    /** A tab of a newer build is opened, once more where a frozen one had kept it from that. Answers what is wrong then. */
    async upgrade(): Promise<string[]> {
      if (living().length === 0 || version === newest) return []
      version = newest
      const isHeldUp = frozen() !== undefined
      const opened = await openTab(version, isHeldUp ? SHORT : LONG).catch((error: unknown) => error as StorageError)
      if (isHeldUp) {
        const isSaid = isStorageError(opened) && opened.code === 'blocked'
        // Those that are not frozen hear of it in their own time.
        await vi.waitUntil(() => living().length === 0, { timeout: LONG, interval: 5 }).catch(() => undefined)
        const wrong = isSaid ? [] : ['upgrade: it was not held up by a tab that holds the database open']
        return living().length > 0 ? [...wrong, 'upgrade: a tab went on that should have closed'] : wrong
      }
      const left = tabs.filter(({ db }) => db.isOpen())
      if (opened instanceof Error) return [`upgrade: ${opened.code}`]
      opened.db.close({ disableAutoOpen: true })
      opened.outbox.stop()
      await open()
      return [...left.map(() => 'upgrade: a tab went on that should have closed'), ...(await wrongWithOlder())]
    },
  }
}
