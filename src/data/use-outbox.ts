import { migrated } from '#contract/migrate.ts'
import { problem } from '#contract/problem.ts'
import type { UnsentExport } from '#src/offline/outbox/export-format.ts'
import type { Imported, ImportRefusal } from '#src/offline/outbox/import.ts'
import { countFiles, countUnsent, countWaiting, openOps } from '#src/offline/outbox/count.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import type { Better, Outbox } from '#src/offline/outbox/outbox.ts'
import { soundOps } from '#src/offline/outbox/sound.ts'
import { readSession } from '#src/offline/device.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'
import { useMe } from '#src/session/house.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'
import { useUnkept } from './use-unsent.ts'
import { isDecided } from './use-ended-otherwise.ts'
import { failureOf, wordsFor } from './words.ts'

/** In today's words, whatever build said it. */
const inWords = (ops: readonly OutboxOp[]) => ops.map(op => migrated(op))

/** What waits on this device, in its order, now and after every change in any tab. Undefined until it is read. */
export const useOutbox = (): OutboxOp[] | undefined =>
  useLive(useData().db, 'outbox', async db => inWords(await openOps(db)))

/** Changes that wait here and cannot be read: no list has them. */
export const useDamaged = (): number =>
  useLive(useData().db, 'damaged', async db => (await countUnsent(db)) - (await openOps(db)).length) ?? 0

/** Later than so, in ms, nothing has come through: that was noted by a clock that has been set back since. */
const AHEAD = 3_600_000
/** So much of what came through is shown at most. */
const MOST_SENT = 50

/** What came to its end since that time (in ms, on this device's clock), newest first: confirmed, or decided by somebody else. */
export const useSent = (since: number): OutboxOp[] | undefined =>
  useLive(useData().db, `sent:${since}`, async db => {
    const lately = db.outbox.where('endedAt').between(since, Date.now() + AHEAD)
    // oxlint-disable-next-line unicorn/no-array-reverse -- a question to the database, and no array
    const ended = await lately.reverse().limit(MOST_SENT).toArray()
    return inWords(soundOps(ended).filter(op => op.state === 'done' || isDecided(op)))
  })

/** Photos and files that wait on this device. */
export function useUnsentFiles(): number {
  const kept = useLive(useData().db, 'unsent-files', countFiles) ?? 0
  return kept + useUnkept()
}

export type OutboxDeeds = {
  /** All that waits, as it is at this moment. */
  countWaiting: () => Promise<number>
  /** Answers in words what the server said instead of taking what waits, or null. */
  sendNow: () => Promise<string | null>
  retry: (mid: string) => Promise<void>
  correct: (mid: string, better: Better, followers?: readonly string[]) => Promise<OutboxOp | null>
  bringBack: Outbox['bringBack']
  copyInstead: Outbox['copyInstead']
  noteInstead: Outbox['noteInstead']
  chain: (mid: string) => Promise<OutboxOp[]>
  discard: (mid: string) => Promise<boolean>
  /** Takes back all of it. False: some is on its way, its answer comes first. */
  discardAll: () => Promise<boolean>
  /** Everything that is not sent, as a file. */
  exportAll: () => Promise<UnsentExport>
  /**
   * Takes in such a file; why not, where it is not this person's or cannot be read. `mayTake` is asked about a file of another
   * server, and about one of which nobody can say who made it; null where it is left.
   */
  importFile: (file: Blob, mayTake: MayTake) => Promise<Imported | ImportRefusal | null>
}

/** What has to be asked about a file: the address of the server that it is for, or that it is not signed. */
export type MayTake = (doubt: { origin: string } | 'unsigned') => Promise<boolean>

/** What a person may do with what waits. */
export function useOutboxDeeds(): OutboxDeeds {
  const { sender } = useData()
  const { userId } = useMe()
  const stores = async () => {
    const { outbox: open, db, onChanged, register } = await sender()
    const outbox = await open()
    if (!outbox || !db) throw new Error('Nothing waits where nothing is kept')
    return { outbox, db, onChanged: () => onChanged(Object.keys(register)) }
  }
  const outbox = async () => (await stores()).outbox
  return {
    countWaiting: async () => {
      const { db } = await sender()
      return (db ? await countWaiting(db) : 0) + readUnkept()
    },
    sendNow: async () => {
      const { db, outbox: open } = await sender()
      // Where nothing is kept, files wait in this page all the same.
      const outbox = await open()
      const why = failureOf(await outbox?.sendNow())?.message ?? null
      if ((db ? await countFiles(db) : 0) + readUnkept() === 0) return why
      const { uploadsOf } = await import('#src/offline/uploads.ts')
      await uploadsOf(await sender()).sendNow()
      return why
    },
    retry: async mid => (await outbox()).retry(mid),
    correct: async (mid, better, followers) => (await outbox()).correct(mid, better, followers),
    bringBack: async (...asked) => (await outbox()).bringBack(...asked),
    copyInstead: async (...asked) => (await outbox()).copyInstead(...asked),
    noteInstead: async (...asked) => (await outbox()).noteInstead(...asked),
    chain: async mid => inWords(await (await outbox()).chain(mid)),
    discard: async mid => (await outbox()).discard(mid),
    discardAll: async () => {
      const { uploadsOf } = await import('#src/offline/uploads.ts')
      const here = await sender()
      const uploads = uploadsOf(here)
      // Where nothing is kept, files wait in this page all the same.
      if (!here.db) {
        await uploads.dropAll()
        return true
      }
      const { outbox, db } = await stores()
      // Nobody has seen what it is, and what is discarded here may belong to it.
      const { countLeftSealed } = await import('#src/offline/left-sealed-rows.ts')
      if ((await countLeftSealed(db)) > 0) throw problem('not-now', wordsFor('left-sealed'))
      if (!(await outbox.discardAll())) return false
      const { letGoAll } = await import('#src/offline/kept-files.ts')
      // What another tab has kept is here as well.
      await uploads.takeUp()
      await uploads.dropAll()
      await letGoAll(db)
      return true
    },
    exportAll: async () => {
      const [{ exportUnsent }, { uploadsOf }] = await Promise.all([
        import('#src/offline/outbox/export.ts'),
        import('#src/offline/uploads.ts'),
      ])
      const here = await sender()
      const { signed } = await import('#src/offline/outbox/export-format.ts')
      const made = await exportUnsent(here.db, userId, uploadsOf(here).items())
      return signed(made, await ownFileKey(userId))
    },
    importFile: async (file, mayTake) => {
      const [{ importUnsent, makerOf, otherOrigin, outlineOf, readExport }, { uploadsOf }] = await Promise.all([
        import('#src/offline/outbox/import.ts'),
        import('#src/offline/uploads.ts'),
      ])
      const outline = await outlineOf(file)
      const found = readExport(outline, userId)
      if (typeof found === 'string') return found
      const maker = await makerOf(outline, found, await ownFileKey(userId))
      if (maker === 'forged') return maker
      if (maker === 'unsigned' && !(await mayTake('unsigned'))) return null
      const origin = otherOrigin(found)
      if (origin !== null && !(await mayTake({ origin }))) return null
      const { outbox, db, onChanged } = await stores()
      const imported = await importUnsent(db, outbox.store, found, file)
      onChanged()
      if (imported.added > 0) void outbox.sendNow()
      if (imported.blobs > 0) void uploadsOf(await sender()).takeUp()
      return imported
    },
  }
}

/** The key of whoever is signed in here; nothing on a device that was last told of it by an older server. */
async function ownFileKey(userId: number): Promise<CryptoKey | undefined> {
  const kept = await readSession().catch(() => null)
  return kept?.userId === userId ? kept.fileKey : undefined
}
