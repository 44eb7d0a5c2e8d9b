// @vitest-environment jsdom
import type { Table } from 'dexie'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { openStore } from '#src/data/open-store.ts'
import { markConnection, readConnection } from './connection.ts'
import { knownUsers, writeSession } from './device.ts'
import { keptRow } from './kept-files.ts'
import { hasLeftSealed } from './left-sealed.ts'
import { isSealed, openRow, sealKeyFrom, sealRow, type SealedRow } from './seal.ts'
import { pruneEnded } from './outbox/over.ts'
import { countWaiting, openOps } from './outbox/count.ts'
import { adoptEpoch, drain } from './outbox/drain.ts'
import { enqueue } from './outbox/machine.ts'
import { ENDED, QUEUE, TOLD, type OutboxOp, type QueueState } from './outbox/op.ts'
import { outboxIn } from './outbox/store.ts'
import { closeUserDb, openUserDb, userDbName, type Kept, type UserDb } from './user-db.ts'
import type { Waiting } from './upload.ts'
import { retryWipes, signOutHere } from './wipe.ts'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const secret = (fill: number) => base64url(new Uint8Array(32).fill(fill))

let userId = 9_000
beforeEach(() => {
  syncDouble()
  userId += 10
  localStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

async function begin(id: number, sealKey: string | null, name?: string) {
  await comeBack(id, sealKey, name)
  return openUserDb(id, register)
}

async function comeBack(id: number, sealKey: string | null, name = 'Meera Nair') {
  const key = sealKey === null ? null : await sealKeyFrom(sealKey)
  await writeSession({
    userId: id,
    name,
    stage: 'active',
    house: {
      companyName: 'Care',
      currency: 'INR',
      timeZone: 'Asia/Kolkata',
      helpContact: null,
      lockMinutes: 10,
      country: 'IN',
      warrantyStart: 'delivery' as const,
    },
    sessionUser: {
      avatar: '',
      username: name,
      email: 'm@example.com',
      permissions: [],
      notification_permission: [],
      status_permission: [],
    },
    actor: null,
    revocation: `revoke-${id}`,
    keep: true,
    ...(key ? { sealKey: key } : {}),
  })
}

/** Everything a database holds, keys and bytes alike, as one text. */
async function everything(name: string): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(name)))
  })
  const found: string[] = []
  for (const store of db.objectStoreNames) {
    const all = <T>(what: 'getAll' | 'getAllKeys') =>
      new Promise<T[]>(resolve => {
        const request = db.transaction(store).objectStore(store)[what]() as IDBRequest<T[]>
        request.addEventListener('success', () => resolve(request.result))
      })
    found.push(store, JSON.stringify(await all('getAllKeys')), readable(await all('getAll')))
  }
  db.close()
  return found.join('\n')
}
const readable = (value: unknown): string => {
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (kind === 'ArrayBuffer') return Buffer.from(value as ArrayBuffer).toString('latin1')
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer).toString('latin1')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${key}=${readable(inner)}`)
      .join('\n')
  return String(value)
}

const unsent = (word: string, at: number) =>
  waitingOp({ mid: `${word}mid`, lane: `sale:${word}`, ord: at, nextAt: at, args: { remark: word, at: new Date(at) } })

/** Fifty things that a person said and that have not been sent. */
async function plant(db: UserDb): Promise<string[]> {
  const words = Array.from({ length: 50 }, (_, at) => `planted-${userId}-${at}-`)
  const bytes = (word: string) => new TextEncoder().encode(word).buffer
  for (const [at, word] of words.entries()) {
    if (at % 3 === 0) await db.outbox.add(unsent(word, at))
    else if (at % 3 === 1) await db.blobs.add({ hash: word, mime: 'image/webp', bytes: bytes(word) })
    else await db.drafts.add({ key: `customer:${word}`, value: { name: word, lines: [{ note: word }] }, at })
  }
  return words
}

const rowsOf = async (db: UserDb) => ({
  outbox: await db.outbox.toArray(),
  blobs: (await db.blobs.orderBy('hash').toArray()).map(({ bytes, ...rest }) => [rest, [...new Uint8Array(bytes)]]),
  drafts: await db.drafts.orderBy('key').toArray(),
})

/** A device that has no room for more in this store, and says so when it is asked or when it is to keep all of it. */
function fullFor(store: string, how: 'at once' | 'in the end') {
  const { put } = IDBObjectStore.prototype
  let asked = 0
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(this: IDBObjectStore, row) {
    if (this.name === store && how === 'at once') throw new DOMException('full', 'QuotaExceededError')
    const request = put.call(this, row)
    if (this.name !== store) return request
    asked += 1
    // The last one has been told that all is well.
    request.addEventListener('success', () => (asked -= 1) === 0 && this.transaction.abort())
    return request
  })
}

test.each([
  ['at once', 'drafts'],
  ['in the end', 'outbox'],
] as const)(
  'what is refused %s while signing out is sealed at the next start, and the key goes then',
  async (how, store) => {
    const db = await begin(userId, secret(8))
    const words = await plant(db)
    const before = await rowsOf(db)
    const full = fullFor(store, how)
    expect(await signOutHere({ userId })).toEqual({ left: [userDbName(userId)] })
    full.mockRestore()
    const after = await everything(userDbName(userId))
    expect(words.some(word => after.includes(word))).toBe(true)

    await retryWipes()
    const sealed = await everything(userDbName(userId))
    expect(words.filter(word => sealed.includes(word))).toEqual([])
    const known = (await knownUsers()).find(user => user.userId === userId)
    expect(known).toMatchObject({ leaving: false })
    expect(known).not.toHaveProperty('sealKey')
    const again = await begin(userId, secret(8))
    expect(await rowsOf(again)).toEqual(before)
    again.close()
  },
)

test('what a device has neither memory nor room to seal at once is sealed row by row, and whole again', async () => {
  const db = await begin(userId, secret(1))
  const words = await plant(db)
  const before = await rowsOf(db)
  const { getAll, put } = IDBObjectStore.prototype
  const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function all(this: IDBObjectStore) {
    if (this.name === 'blobs') throw new RangeError('Out of memory')
    return getAll.call(this)
  })
  const written = new Map<IDBTransaction, number>()
  const puts = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function one(this: IDBObjectStore, row) {
    const before = written.get(this.transaction) ?? 0
    if (this.name === 'blobs' && before > 0) throw new DOMException('full', 'QuotaExceededError')
    written.set(this.transaction, before + 1)
    return put.call(this, row)
  })
  expect(await signOutHere({ userId })).toEqual({ left: [] })
  reads.mockRestore()
  puts.mockRestore()
  const sealed = await everything(userDbName(userId))
  expect(words.filter(word => sealed.includes(word))).toEqual([])
  expect(await rowsOf(await begin(userId, secret(1)))).toEqual(before)
  await signOutHere({ userId })
})

test('one row that cannot be sealed leaves no other open, and is sealed at the next start', async () => {
  const db = await begin(userId, secret(1))
  const words = await plant(db)
  const before = await rowsOf(db)
  const { put } = IDBObjectStore.prototype
  let refused: unknown
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(this: IDBObjectStore, row) {
    if (this.name === 'blobs' && !refused && (refused = row)) throw new DOMException('full', 'QuotaExceededError')
    return put.call(this, row)
  })
  expect(await signOutHere({ userId })).toEqual({ left: [userDbName(userId)] })
  full.mockRestore()
  const after = await everything(userDbName(userId))
  expect(words.filter(word => after.includes(word))).toHaveLength(1)
  const known = async () => (await knownUsers()).find(user => user.userId === userId)
  expect(await known()).toMatchObject({ leaving: true, sealKey: expect.anything() })

  await retryWipes()
  const sealed = await everything(userDbName(userId))
  expect(words.filter(word => sealed.includes(word))).toEqual([])
  expect(await known()).not.toHaveProperty('sealKey')
  expect(await rowsOf(await begin(userId, secret(1)))).toEqual(before)
  await signOutHere({ userId })
})

test('unsent work is unreadable after signing out, and whole again for the same person', async () => {
  const db = await begin(userId, secret(1))
  const words = await plant(db)
  const before = await rowsOf(db)
  const open = await everything(userDbName(userId))
  expect(words.filter(word => !open.includes(word))).toEqual([])
  expect(await signOutHere({ userId })).toEqual({ left: [] })

  const left = await everything(userDbName(userId))
  expect(words.filter(word => left.includes(word))).toEqual([])
  expect(left).not.toContain('image/webp')
  expect(left).not.toContain('remark')
  // Photos count beside the changes.
  expect(await knownUsers()).toContainEqual({
    userId,
    unsent: before.outbox.length + before.blobs.length,
    leaving: false,
    initial: 'M',
  })

  const again = await begin(userId, secret(1))
  expect(await rowsOf(again)).toEqual(before)
  const next = await again.outbox.add(waitingOp({ mid: 'next', lane: 'sale:1' }))
  expect(next).toBeGreaterThan(before.outbox.at(-1)!.seq)
  await signOutHere({ userId })
})

describe('where the device has no room for all of it when its person is back', () => {
  type TooMuch = (store: string, row: Record<string, unknown>) => boolean

  /** The device of who is back, and has no room for what is too much. */
  async function openFull(isTooMuch: TooMuch, fill = 1, name = 'QuotaExceededError'): Promise<UserDb | null> {
    const { put } = IDBObjectStore.prototype
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(
      this: IDBObjectStore,
      ...row
    ) {
      if (isTooMuch(this.name, row[0] as Record<string, unknown>)) throw new DOMException('full', name)
      return put.apply(this, row)
    })
    markConnection({ trouble: null })
    await comeBack(userId, secret(fill))
    const { db } = await openStore(userId, register)
    full.mockRestore()
    return db
  }

  /** One row does not fit; what came back without it, and what the next opening brings. */
  async function comeBackTo(isTooMuch: TooMuch) {
    const db = await begin(userId, secret(1))
    await plant(db)
    const before = await rowsOf(db)
    await signOutHere({ userId })
    const again = (await openFull(isTooMuch))!
    const isOpen = (row: unknown) => !isSealed(row)
    const rows = { outbox: again.outbox, drafts: again.drafts, blobs: again.blobs }
    const [outbox, drafts, blobs] = await Promise.all(
      Object.values(rows).map(async (table: Table) => (await table.toArray()).filter(isOpen) as object[]),
    )
    expect(readConnection().trouble).toBe('storageFull')
    closeUserDb(again)
    expect(await rowsOf(await openUserDb(userId, register))).toEqual(before)
    await signOutHere({ userId })
    return { before, outbox: outbox!, drafts: drafts!, blobs: blobs! }
  }

  /** What of the queue goes to a server that does whatever it is told. */
  async function sentFrom(db: UserDb): Promise<string[]> {
    const sent: string[] = []
    await drain({
      store: outboxIn(db, register),
      push: async ({ ops }) => {
        const mids = ops.map(op => ('cancel' in op ? op.cancel : op.mid))
        sent.push(...mids)
        const results = mids.map(mid => ({ mid, status: 'applied' as const }))
        return { epoch: 'epoch', seq: 0, serverTime: new Date().toISOString(), results }
      },
      drainer: 'tab',
      build: 'test',
      now: () => Date.now(),
      pause: () => 0,
      onTaken: () => undefined,
      isOver: () => false,
    })
    return sent
  }
  const of = (mid: string, more: Partial<OutboxOp> = {}) => waitingOp({ mid, userId, lane: `sale:${mid}`, ...more })
  const photo = (hash: string, id: number): Waiting => {
    const names = { mid: `photo-${id}`, module: 'order', path: '/order', record: null, field: 'image', name: 'a.webp' }
    return keptRow({ hash, mime: 'image/webp', bytes: new Uint8Array(9).buffer }, [
      { ...names, id, hash, size: 9, at: 1 },
    ])
  }

  test('a change whose photo stays sealed waits for it, with what builds on it, and goes when there is room', async () => {
    const db = await begin(userId, secret(1))
    await db.outbox.bulkAdd([
      of('made', { seq: 1, op: 'source.create', args: { image: [41] } }),
      of('after', { seq: 2, lane: 'sale:made' }),
      of('about', { seq: 3, deps: ['sale:made'] }),
      of('other', { seq: 4, args: { image: [42] } }),
    ])
    await db.blobs.bulkAdd([photo('a', 41), photo('b', 42)])
    await signOutHere({ userId })
    const again = (await openFull((_, { hash }) => hash === 'a'))!
    expect(await countWaiting(again)).toBe(6)
    expect(await sentFrom(again)).toEqual(['other'])
    closeUserDb(again)

    const roomy = await openUserDb(userId, register)
    expect(await sentFrom(roomy)).toEqual(['made', 'after', 'about'])
    await signOutHere({ userId })
  })

  test('what stays sealed is counted with what waits, until another tab has found the room', async () => {
    const db = await begin(userId, secret(1))
    await db.outbox.bulkAdd([of('first', { seq: 1 }), of('second', { seq: 2 })])
    await db.blobs.add(photo('a', 41))
    await signOutHere({ userId })
    const again = (await openFull((_, { mid }) => mid === 'first'))!
    expect(await countWaiting(again)).toBe(3)
    expect((await knownUsers()).find(user => user.userId === userId)?.unsent).toBe(3)
    expect(hasLeftSealed(again)).toBe(true)

    const tab = await openUserDb(userId, register)
    expect([await countWaiting(tab), await countWaiting(again)]).toEqual([3, 3])
    expect([hasLeftSealed(tab), hasLeftSealed(again)]).toEqual([false, false])
    closeUserDb(tab)
    await signOutHere({ userId })
  })

  test('what was sealed with another key lacks no room, and is nothing that waits for this one', async () => {
    const db = await begin(userId, secret(1))
    await db.outbox.add(of('first', { seq: 1 }))
    await signOutHere({ userId })
    const other = (await openFull(store => store === 'outbox', 2))!
    expect(await countWaiting(other)).toBe(0)
    expect(hasLeftSealed(other)).toBe(false)
    expect(readConnection().trouble).toBeNull()
    await signOutHere({ userId })
  })

  test('what else goes wrong with a change keeps it and what follows it sealed, and counted, and nothing before it', async () => {
    const db = await begin(userId, secret(1))
    await db.outbox.bulkAdd([of('first', { seq: 1 }), of('second', { seq: 2 }), of('third', { seq: 3 })])
    await signOutHere({ userId })
    const again = (await openFull((_, { mid }) => mid === 'second', 1, 'UnknownError'))!
    expect(readConnection().trouble).toBeNull()
    expect(await countWaiting(again)).toBe(3)
    expect(await sentFrom(again)).toEqual(['first'])
    closeUserDb(again)
    expect(await sentFrom(await openUserDb(userId, register))).toEqual(['second', 'third'])
    await signOutHere({ userId })
  })

  test('no newer word on a record goes before the one that stays sealed', async () => {
    const db = await begin(userId, secret(1))
    await db.outbox.bulkAdd([of('first', { seq: 1, lane: 'sale:7' }), of('about', { seq: 2, deps: ['sale:7'] })])
    await signOutHere({ userId })
    const again = (await openFull((_, { mid }) => mid === 'first'))!
    for (const newer of [of('newer', { lane: 'sale:7' }), of('other')])
      await outboxIn(again, register).change({ lanes: [newer.lane] }, books => enqueue(books, newer))
    expect(await sentFrom(again)).toEqual(['other'])
    closeUserDb(again)
    expect(await sentFrom(await openUserDb(userId, register))).toEqual(['first', 'about', 'newer'])
    await signOutHere({ userId })
  })

  test('what a file of unsent work has brought meanwhile is there once, and keeps nothing else sealed', async () => {
    const db = await begin(userId, secret(1))
    await db.outbox.bulkAdd([of('first', { seq: 1 }), of('second', { seq: 2 })])
    await signOutHere({ userId })
    const other = await begin(userId, secret(2))
    await other.outbox.add(of('first', { seq: 3 }))
    closeUserDb(other)
    const again = await begin(userId, secret(1))
    expect(await openOps(again)).toMatchObject([{ mid: 'second' }, { mid: 'first' }])
    expect(hasLeftSealed(again)).toBe(false)
    await signOutHere({ userId })
  })

  test('one photo stays sealed, everything else is there', async () => {
    const tooMuch = `planted-${userId}-25-`
    const { before, outbox, drafts, blobs } = await comeBackTo((_, { hash }) => hash === tooMuch)
    expect(outbox).toEqual(before.outbox)
    expect(drafts).toHaveLength(before.drafts.length)
    const hashes = blobs.map(row => (row as { hash: string }).hash)
    expect(hashes).not.toContain(tooMuch)
    expect(hashes).toHaveLength(before.blobs.length - 1)
  })

  test('nothing is sent before the change that stays sealed, nor without it', async () => {
    const { before, outbox, blobs } = await comeBackTo((store, { ord }) => store === 'outbox' && ord === 9)
    expect(outbox).toEqual(before.outbox.filter(({ ord }) => ord < 9))
    expect(blobs).toEqual([])
  })
})

const keep = (db: UserDb, changes: Partial<OutboxOp>) => {
  const wish = waitingOp({ userId, ...changes })
  return outboxIn(db, register).change({ lanes: [wish.lane] }, books => enqueue(books, wish))
}

test.each([
  ['is theirs again', 1],
  ['stays sealed', 3],
])('nothing new is written over what was kept, nor goes before it, where it %s', async (_, key) => {
  const db = await begin(userId, secret(1))
  for (const mid of ['first', 'second', 'third']) await keep(db, { mid, lane: 'task:1' })
  const kept = (await db.outbox.where('mid').equals('third').first())!
  await db.outbox.bulkDelete([1, 2])
  await signOutHere({ userId })

  const again = await begin(userId, secret(key))
  for (const mid of ['fourth', 'fifth', 'sixth']) await keep(again, { mid, lane: 'task:1' })
  const made = (await again.outbox.where('mid').anyOf('fourth', 'fifth', 'sixth').toArray()).toSorted(
    (a, b) => a.seq - b.seq,
  )
  expect(made.map(({ seq }) => seq)).toEqual([4, 5, 6])
  expect(made.every(({ queueId }) => queueId !== kept.queueId)).toBe(true)
  if (key === 1) {
    expect(await again.outbox.get(kept.seq)).toEqual(kept)
    expect(made[0]!.prevMid).toBe('third')
  }
  await signOutHere({ userId })
  expect(await (await begin(userId, secret(1))).outbox.count()).toBe(4)
  await signOutHere({ userId })
})

test('a record that was made here and not sent is in its list again when its person is back', async () => {
  const db = await begin(userId, secret(1))
  await keep(db, { op: 'task.create', id: 77, lane: 'task:77', args: { title: 'Call the dealer' } })
  await keep(db, {
    op: 'task.update',
    id: 77,
    lane: 'task:77',
    args: { title: 'Call them' },
    base: { version: 0, fields: {} },
  })
  // What the server knows of this one comes with the load.
  await keep(db, { op: 'task.update', id: 78, lane: 'task:78', args: { title: 'Other' } })
  await signOutHere({ userId })
  await comeBack(userId, secret(3))
  const someoneElses = await openStore(userId, register)
  expect(await someoneElses.db!.table('rec_task').count()).toBe(0)
  await signOutHere({ userId })

  await comeBack(userId, secret(1))
  const { db: again } = await openStore(userId, register)
  const rows = await again!.table<Kept>('rec_task').toArray()
  expect(rows).toEqual([expect.objectContaining({ id: 77, base: null })])
  expect(rows[0]!.row).toMatchObject({ id: 77, title: 'Call them', createdBy: userId })
  await signOutHere({ userId })
})

test('work that comes back is there also where its rows cannot be laid', async () => {
  const db = await begin(userId, secret(1))
  await keep(db, { lane: 'task:1' })
  await signOutHere({ userId })
  await comeBack(userId, secret(1))
  const again = await openUserDb(userId, register, { onUnsealed: () => Promise.reject(new Error('full')) })
  expect(await again.outbox.toArray()).toMatchObject([{ lane: 'task:1' }])
  await signOutHere({ userId })
})

test('a device that counted anew before this was known counts on behind what lies there', async () => {
  const db = await begin(userId, secret(1))
  await keep(db, { lane: 'task:1' })
  const queue = (await db.meta.get(QUEUE))!.value as QueueState
  await db.outbox.put(waitingOp({ seq: 40, ord: 40, lane: 'task:2', userId }))
  closeUserDb(db)
  const again = await openUserDb(userId, register)
  expect((await again.meta.get(QUEUE))!.value).toEqual({ ...queue, last: 40 })
  await signOutHere({ userId })
})

test('what an open correction stands for is kept with it, and what is over for good is not', async () => {
  const db = await begin(userId, secret(1))
  const ended = { open: 0, endedAt: 1 } as const
  await db.outbox.bulkAdd([
    waitingOp({ seq: 1, mid: 'older', state: 'superseded', ...ended }),
    waitingOp({ seq: 2, mid: 'old', state: 'superseded', supersedes: 'older', ...ended }),
    waitingOp({ seq: 3, mid: 'correction', supersedes: 'old', alsoSupersedes: ['older'] }),
    waitingOp({ seq: 4, mid: 'replaced', state: 'superseded', ...ended }),
    waitingOp({ seq: 5, mid: 'done', state: 'done', supersedes: 'replaced', ...ended }),
  ])
  await pruneEnded(db, Date.now())
  const mids = async (db: UserDb) => (await db.outbox.toArray()).map(({ mid }) => mid)
  expect(await mids(db)).toEqual(['older', 'old', 'correction'])
  await signOutHere({ userId })
  const again = await begin(userId, secret(1))
  expect(await mids(again)).toEqual(['older', 'old', 'correction'])
  await signOutHere({ userId })
})

test('nobody else gets it back: not with their key, not without one; and it is not lost by their coming and going', async () => {
  const db = await begin(userId, secret(1))
  const words = await plant(db)
  const before = await rowsOf(db)
  await signOutHere({ userId })

  const other = await begin(userId + 1, secret(2), 'Arun')
  await retryWipes()
  const sealed = await new Promise<SealedRow[]>(resolve => {
    const request = indexedDB.open(userDbName(userId))
    request.addEventListener('success', () => {
      const rows = request.result.transaction('drafts').objectStore('drafts').getAll() as IDBRequest<SealedRow[]>
      rows.addEventListener('success', () => {
        request.result.close()
        resolve(rows.result)
      })
    })
  })
  const wrong = (await sealKeyFrom(secret(2)))!
  for (const row of sealed) await expect(openRow(wrong, 'drafts', row.sealed)).rejects.toThrow()
  expect(await other.outbox.count()).toBe(0)
  await signOutHere({ userId: userId + 1 })

  // The server gave another key for the same person: nothing opens and nothing is thrown away.
  const strange = await begin(userId, secret(3))
  expect(await strange.outbox.count()).toBe(17)
  expect((await strange.outbox.where('state').startsWith('pending').toArray()).length).toBe(0)
  await signOutHere({ userId })
  const left = await everything(userDbName(userId))
  expect(words.filter(word => left.includes(word))).toEqual([])

  expect(await rowsOf(await begin(userId, secret(1)))).toEqual(before)
  await signOutHere({ userId })
})

test('each row has a nonce of its own, is bound to its store, and cannot be changed', async () => {
  const key = (await sealKeyFrom(secret(1)))!
  const [one, two] = [await sealRow(key, 'drafts', { a: 1 }), await sealRow(key, 'drafts', { a: 1 })]
  expect(Buffer.from(one.nonce)).not.toEqual(Buffer.from(two.nonce))
  expect(Buffer.from(one.data)).not.toEqual(Buffer.from(two.data))
  expect(await openRow(key, 'drafts', one)).toEqual({ a: 1 })
  await expect(openRow(key, 'outbox', one)).rejects.toThrow()
  new Uint8Array(one.data)[0]! ^= 1
  await expect(openRow(key, 'drafts', one)).rejects.toThrow()
})

test('the key can be used and not read, and a text that is no key makes none', async () => {
  const key = (await sealKeyFrom(secret(1)))!
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  for (const text of ['', 'short', '!!!', base64url(new Uint8Array(31)), base64url(new Uint8Array(33))])
    expect(await sealKeyFrom(text), text).toBeNull()
})

test('without a key nothing unsent is thrown away', async () => {
  const db = await begin(userId, null)
  await plant(db)
  const before = await rowsOf(db)
  expect(await signOutHere({ userId })).toEqual({ left: [] })
  expect(await rowsOf(await begin(userId, secret(1)))).toEqual(before)
  await signOutHere({ userId })
})

test('nothing is lost that another tab writes while the work is sealed', async () => {
  const db = await begin(userId, secret(1))
  await plant(db)
  // A tab that did not hear: it holds the database open and writes on.
  const frozen = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open(userDbName(userId))
    request.addEventListener('success', () => resolve(request.result))
  })
  let late = 0
  const writing = setInterval(() => {
    if (late >= 20) return
    late += 1
    const store = frozen.transaction('drafts', 'readwrite').objectStore('drafts')
    store.put({ key: `late-word-${late}`, value: `late-word-${late}`, at: late })
  }, 1)
  const done = signOutHere({ userId })
  await new Promise(resolve => setTimeout(resolve, 10))
  clearInterval(writing)
  await done
  frozen.close()
  const again = await begin(userId, secret(1))
  expect((await again.drafts.toArray()).filter(({ key }) => key.startsWith('late-word-'))).toHaveLength(late)
  await signOutHere({ userId })
})

describe('what the server has confirmed', () => {
  const DAY = 86_400_000
  const over = { open: 0, sentOnce: true } as const
  const done = (word: string, more: Partial<OutboxOp> = {}) =>
    waitingOp({ ...over, state: 'done', args: { remark: word }, endedAt: Date.now() - DAY, ...more })
  const word = (what: string) => `${what}-${userId}-`
  const epochOf = async (db: UserDb) => ((await db.meta.get(QUEUE))?.value as QueueState | undefined)?.epoch

  async function work(key: string | null): Promise<UserDb> {
    const db = await begin(userId, key)
    await db.meta.bulkPut([
      { key: QUEUE, value: { id: crypto.randomUUID(), last: 90, epoch: 'before' } satisfies QueueState },
      { key: TOLD, value: ['heard'] },
    ])
    await db.outbox.bulkAdd([
      done(word('done'), { seq: 50 }),
      done(word('old'), { seq: 51, endedAt: Date.now() - 15 * DAY }),
      done(word('withdrawn'), { seq: 52, state: 'discarded' }),
      done(word('unsaid'), { seq: 53, state: 'discarded', sentOnce: false }),
    ])
    return db
  }
  const known = async () => (await knownUsers()).find(user => user.userId === userId)
  const isThere = async () => (await indexedDB.databases()).some(({ name }) => name === userDbName(userId))

  test('stays sealed over a sign-out, is nothing that waits, and goes out again to a server that was restored', async () => {
    const db = await work(secret(1))
    const [before] = await db.outbox.toArray()
    expect(await signOutHere({ userId })).toEqual({ left: [] })
    const left = await everything(userDbName(userId))
    for (const what of ['done', 'old', 'withdrawn', 'unsaid', 'before', 'heard', 'remark'])
      expect(left).not.toContain(what === 'done' ? word('done') : what)
    expect(await known()).toEqual({ userId, unsent: 0, leaving: false, until: expect.any(Number) })
    await retryWipes()

    const again = await begin(userId, secret(1))
    const ops = await again.outbox.toArray()
    expect(ops).toEqual([before, expect.objectContaining({ seq: 52, state: 'discarded', args: {} })])
    expect([await epochOf(again), (await again.meta.get(TOLD))?.value]).toEqual(['before', ['heard']])
    expect(await again.meta.where('key').startsWith(ENDED).count()).toBe(0)
    const store = outboxIn(again, register)
    expect(await adoptEpoch(store, 'before')).toBe(false)
    expect(await adoptEpoch(store, 'after')).toBe(true)
    expect((await again.outbox.toArray()).map(({ state }) => state)).toEqual(['pending', 'cancelling'])
    // Its number is not given to anything else.
    expect(await store.change({ lanes: ['source:9'] }, books => enqueue(books, waitingOp()).seq)).toBe(53)
    await signOutHere({ userId })
  })

  test('is beside what waits, and not counted with it', async () => {
    const db = await work(secret(1))
    await db.outbox.add(waitingOp({ seq: 60, mid: 'waits' }))
    await signOutHere({ userId })
    expect(await known()).toMatchObject({ unsent: 1, initial: 'M', until: expect.any(Number) })
    const again = await begin(userId, secret(1))
    expect((await again.outbox.toArray()).map(({ seq }) => seq)).toEqual([50, 52, 60])
    await signOutHere({ userId })
  })

  test('leaves to what was refused which life of the server it was, to be asked again in the next one alone', async () => {
    const db = await begin(userId, secret(1))
    const life = { key: QUEUE, value: { id: crypto.randomUUID(), last: 90, epoch: 'before' } satisfies QueueState }
    const problem = { code: 'changed_meanwhile', message: '', at: Date.now() - DAY }
    await db.meta.put(life)
    await db.outbox.add(waitingOp({ seq: 60, state: 'conflict', sentOnce: true, problem }))
    await signOutHere({ userId })
    expect(await known()).toMatchObject({ unsent: 1, until: expect.any(Number) })
    const again = await begin(userId, secret(1))
    const store = outboxIn(again, register)
    const states = async () => (await again.outbox.toArray()).map(({ state }) => state)
    expect(await adoptEpoch(store, 'before')).toBe(false)
    expect(await states()).toEqual(['conflict'])
    expect(await adoptEpoch(store, 'after')).toBe(true)
    expect(await states()).toEqual(['pending'])
    await signOutHere({ userId })
  })

  test('is nobody else’s to open, and finds its numbers given to other work', async () => {
    await work(secret(1))
    await signOutHere({ userId })
    const other = await begin(userId, secret(2))
    expect(await other.outbox.count()).toBe(0)
    await other.outbox.add(waitingOp({ seq: 50, mid: 'newer' }))
    await other.meta.put({ key: QUEUE, value: { id: crypto.randomUUID(), last: 50, epoch: 'after' } })
    closeUserDb(other)
    const own = await begin(userId, secret(1))
    const ops = await own.outbox.toArray()
    expect(ops.map(({ mid }) => mid === 'newer')).toEqual([true, false, false])
    expect(new Set(ops.map(({ seq }) => seq)).size).toBe(3)
    // Sent to two lives of the server: whichever there is, it is told all of it.
    expect(['before', 'after']).not.toContain(await epochOf(own))
    await signOutHere({ userId })
  })

  test('goes when no restored server can want it any more, and the database with it', async () => {
    await work(secret(1))
    await signOutHere({ userId })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12.9 * DAY })
    onTestFinished(() => void vi.useRealTimers())
    await retryWipes()
    expect(await isThere()).toBe(true)
    vi.setSystemTime(Date.now() + 0.2 * DAY)
    await retryWipes()
    expect([await isThere(), await known()]).toEqual([false, undefined])
  })

  test('goes at once where nothing can be sealed', async () => {
    await work(null)
    expect(await signOutHere({ userId })).toEqual({ left: [] })
    expect([await isThere(), await known()]).toEqual([false, undefined])
  })

  test('goes where there is no room to seal it', async () => {
    await work(secret(1))
    const full = fullFor('meta', 'in the end')
    expect(await signOutHere({ userId })).toEqual({ left: [] })
    full.mockRestore()
    expect([await isThere(), await known()]).toEqual([false, undefined])
  })
})
