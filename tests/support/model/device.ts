import { isDeepStrictEqual } from 'node:util'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { splitOp } from '#contract/intent.ts'
import type { Register, Row } from '#contract/module.ts'
import { beginLoad } from '#src/offline/apply.ts'
import { leasedIds } from '#src/offline/ids.ts'
import { metaIn } from '#src/offline/keep-meta.ts'
import { localLocks, type LockPort } from '#src/offline/locks.ts'
import { exportUnsent } from '#src/offline/outbox/export.ts'
import { importUnsent, readExport } from '#src/offline/outbox/import.ts'
import { enqueue, type NewOp } from '#src/offline/outbox/machine.ts'
import { isOpen, needsDecision, type OutboxOp } from '#src/offline/outbox/op.ts'
import { openOutbox, type Outbox } from '#src/offline/outbox/outbox.ts'
import { fold, laneOps, serverRow } from '#src/offline/outbox/overlay.ts'
import { outboxIn } from '#src/offline/outbox/store.ts'
import { dexieStores } from '#src/offline/stores.ts'
import { defineUserDb, isKeepable, keptTable, readCursor, type UserDb } from '#src/offline/user-db.ts'
import { pullOnce } from '../pull-once.ts'

type Tab = { db: UserDb; outbox: Outbox }

/** A device with two tabs: the app's own store, queue and pull, over a database of the browser's kind. */
export async function modelDevice(userId: number, register: Register, hasLocks: boolean) {
  const factory = new IDBFactory()
  const deviceId = crypto.randomUUID()
  let locks = localLocks()
  let tabs: Tab[] = []
  let isStealing = false
  const shared: LockPort = {
    run: (name, work, options) => locks.run(name, work, isStealing ? { steal: true } : options),
  }

  async function openTab(): Promise<Tab> {
    const usual = Dexie.dependencies
    Dexie.dependencies = { indexedDB: factory, IDBKeyRange }
    const db = defineUserDb(userId, register)
    Dexie.dependencies = usual
    await db.open()
    const ids = leasedIds(metaIn(db), deviceId)
    const none = () => undefined
    // Without Web Locks every tab sends.
    const own = hasLocks ? shared : localLocks()
    return {
      db,
      outbox: openOutbox({ db, register, userId, deviceId, ids, locks: own, onWritten: none, onChanged: none }),
    }
  }
  const open = async () => void (tabs = [await openTab(), await openTab()])
  const close = () => {
    for (const { db, outbox } of tabs) {
      db.close({ disableAutoOpen: true })
      outbox.stop()
    }
  }
  await open()
  await leasedIds(metaIn(tabs[0]!.db), deviceId).refill()
  const db = () => tabs[0]!.db
  const ops = () => db().outbox.orderBy('seq').toArray()

  return {
    deviceId,
    db,
    ops,
    tab: (at: number) => tabs[at % tabs.length]!.outbox,
    /** Both tabs try, and both have come to their end. */
    sendAll: async () => void (await Promise.all(tabs.map(({ outbox }) => outbox.sendNow()))),
    /** A tab takes the lock from the one that has it, which may have been frozen and goes on later. */
    async steal(at: number) {
      isStealing = true
      const sent = tabs[at % tabs.length]!.outbox.sendNow()
      // Asked for at once, unless this tab is at it itself.
      await new Promise(resolve => setTimeout(resolve))
      isStealing = false
      await sent
    },
    /** A new task, and a change of another, to be done together or not at all. */
    async together(changed: Row, made: OutboxOp['args'], args: OutboxOp['args']) {
      const id = await leasedIds(metaIn(db()), deviceId).nextId()
      const group = crypto.randomUUID()
      const fields = Object.fromEntries(Object.keys(args).map(name => [name, changed[name] ?? null]))
      const wish = (what: Pick<NewOp, 'op' | 'id' | 'args' | 'base'>): NewOp => ({
        ...what,
        mid: crypto.randomUUID(),
        opV: 1,
        userId,
        deviceId,
        lane: `task:${what.id}`,
        group,
        at: Date.now(),
        clockOffset: 0,
        build: 'test',
      })
      const wishes = [
        wish({ op: 'task.create', id, args: made, base: null }),
        wish({ op: 'task.change', id: changed.id, args, base: { version: changed.version, fields } }),
      ]
      await outboxIn(db(), register).change({ lanes: wishes.map(({ lane }) => lane) }, books =>
        wishes.map(wish => enqueue(books, wish)),
      )
    },
    /** All that it has not sent, as a file. */
    file: async () => JSON.stringify(await exportUnsent(db(), userId)),
    async takeIn(file: string) {
      const found = readExport(file, userId)
      if (typeof found === 'string') throw new Error(found)
      await importUnsent(db(), outboxIn(db(), register), found)
    },
    open: async () => (await ops()).filter(isOpen),
    decisions: async () => (await ops()).filter(needsDecision),
    kept: async (name: string) => (await keptTable(db(), register[name]!).toArray()).filter(({ row }) => row !== null),
    cursor: () => readCursor(db()),
    /** What no device may do: it forgets what is on its way. */
    forgetSending: () => db().outbox.where('state').equals('sending').delete(),
    reset: () => beginLoad(db(), register),
    pull: () => pullOnce(db(), register, deviceId),
    /** Everything dies at once, its locks with it, and starts anew on what is kept. */
    async crash() {
      close()
      locks = localLocks()
      await open()
    },
    close,
    /** Rows that are not what the server said, with what waits laid over it. */
    async wrongRows(): Promise<string[]> {
      const wrong: string[] = []
      for (const module of Object.values(register).filter(isKeepable)) {
        const table = keptTable(db(), module)
        await db().transaction('r', [table, db().outbox], async () => {
          for (const kept of await table.toArray()) {
            const waiting = (await laneOps(dexieStores(db()), `${kept.t}:${kept.id}`)).filter(isOpen)
            if (kept.t !== module.name) continue
            const wanted = waiting.length > 0 ? fold(module, serverRow(kept), waiting) : serverRow(kept)
            if (!isDeepStrictEqual(wanted, kept.row))
              wrong.push(`${kept.t}:${kept.id} is ${JSON.stringify(kept.row)}, not ${JSON.stringify(wanted)}`)
            if (waiting.length > 0 !== (kept.base !== undefined)) wrong.push(`${kept.t}:${kept.id} has a wrong base`)
          }
        })
      }
      return wrong
    },
  }
}
export type ModelDevice = Awaited<ReturnType<typeof modelDevice>>

export const actionOf = (op: Pick<OutboxOp, 'op'>) => splitOp(op.op).action
