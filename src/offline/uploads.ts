import { uploadState } from '#contract/calls/attached.ts'
import { callApi, codeOf } from './api.ts'
import { readConnection, watchConnection } from './connection.ts'
import { holdInMemory } from './in-memory.ts'
import {
  forgetRefusal,
  isUnsent,
  keepFile,
  keepInstead,
  keptIds,
  keptUpload,
  letGo,
  letGoUnused,
  noteRefused,
  noteSent,
  readHolds,
  readNeeds,
  sha256,
} from './kept-files.ts'
import type { Hold } from './holds.ts'
import { watchQuery } from './live-query.ts'
import { registerBackgroundSync } from './outbox/background.ts'
import { LONGEST_PAUSE } from './outbox/machine.ts'
import type { Sender } from './push.ts'
import { isTheirs } from './restore-session.ts'
import { askToPersist, withRoom } from './storage.ts'
import { isSameSession, readToken } from './token.ts'
import { isOnlyHere, itemsIn, mayChange, uploadOf, withHold, type Chosen, type UploadItem } from './upload-item.ts'
import { uploadLocks } from './upload-locks.ts'
import { REST, uploadTurns } from './upload-turns.ts'
import { noteUnkept } from './unkept-files.ts'
import { leftFiles } from './uploads-left.ts'
import {
  announceUpload,
  isLasting,
  isPassing,
  isThere,
  refusalOf,
  sendUpload,
  withdrawUpload,
  type Refusal,
  type Upload,
} from './upload.ts'

export type { Chosen, UploadItem } from './upload-item.ts'

export type Uploads = {
  items: () => readonly UploadItem[]
  subscribe: (listener: () => void) => () => void
  /** Keeps it on the device and sends it. Throws NoIds where no number is left. */
  add: (chosen: Chosen) => Promise<UploadItem>
  /** Takes up what came into the store by another way. */
  takeUp: () => Promise<void>
  /** Sends what waits; done when nothing may go any more, or the server cannot be reached. */
  sendNow: () => Promise<void>
  retry: (id: number) => void
  /** It is not wanted any more. False: something that is not sent yet would be refused without it, and it stays. */
  cancel: (id: number) => Promise<boolean>
  /** None of them is wanted any more. Done when the server knows, or does not answer for a moment. */
  dropAll: () => Promise<void>
  /** The form that it was chosen in has it no more. It goes as soon as no draft names it, and stays with a change that does. */
  takeOff: (id: number) => void
}

/** By then a form that was given back its words has written its draft, in ms. */
const DRAFT_WRITTEN = 5_000
/** A sent picture stays in sight until the server's own is there; of more than this nobody sees any. */
const PREVIEW = 3_000_000
const DONE = 50
/** How often it is asked, within some minutes, whether a record has come back. */
const MOST_LOOKS = 6
/** How long a server that does not answer is waited for, in ms. */
const PATIENCE = 5_000

const wasDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

const known = new WeakMap<Sender, Uploads>()

/** The files on their way from this device, in every tab and after every reload the same. */
export function uploadsOf(sender: Sender): Uploads {
  const made = known.get(sender) ?? openUploads(sender)
  known.set(sender, made)
  return made
}

function openUploads(sender: Sender): Uploads {
  let items: readonly UploadItem[] = []
  const listeners = new Set<() => void>()
  const stops = new Map<number, AbortController>()
  let running: Promise<void> | null = null
  const turns = uploadTurns()
  const locks = uploadLocks()
  let waking: ReturnType<typeof setTimeout> | undefined
  /** Those whose row in the store this tab is about to write or to take away. */
  const writing = new Set<number>()

  let letGoOfMemory: (() => void) | null = null
  /** What only this page has keeps it from going without a question. */
  function hold() {
    const onlyHere = db?.isOpen() === false ? 0 : items.filter(isOnlyHere).length
    noteUnkept(sender, onlyHere)
    if (onlyHere > 0) letGoOfMemory ??= holdInMemory()
    else {
      letGoOfMemory?.()
      letGoOfMemory = null
    }
  }

  const set = (next: readonly UploadItem[]) => {
    items = next
    hold()
    follow()
    for (const listener of listeners) listener()
  }
  const change = (id: number, changed: Partial<UploadItem>) =>
    set(items.map(item => (item.id === id ? { ...item, ...changed } : item)))

  const { db } = sender
  const token = readToken()
  /** Whoever signs in next must not send what the one before chose. */
  const isOwn = async () => (db ? isTheirs(db) : isSameSession(readToken(), token))
  let isClosed = false
  db?.on('close', () => {
    // What was taken away is closed once more by those who worked with it.
    if (isClosed) return
    isClosed = true
    clearTimeout(waking)
    locks.stop()
    for (const stop of stops.values()) stop.abort()
    // The browser may have taken the store away, and the page still stands.
    left.end(items)
    letGoOfMemory?.()
    letGoOfMemory = null
    noteUnkept(sender, 0)
  })

  // A record that came through lets its photos go; one that was discarded leaves them to their person. Where no file waits,
  // the queue is not read for them.
  let stopReading: (() => void) | null = null
  function follow() {
    if (!items.some(mayChange)) stopFollowing()
    else if (db?.isOpen())
      stopReading ??= watchQuery(
        db,
        () => readHolds(db),
        () => void look().then(begin),
      )
  }
  function stopFollowing() {
    stopReading?.()
    stopReading = null
  }
  db?.on('close', stopFollowing)

  let again = false
  const begin = () => {
    again = running !== null
    if (running) return
    running = work().finally(() => {
      running = null
      // Somebody asked while the last one was just ending.
      if (again) begin()
    })
  }

  /** One after the other: two at once would only be slower together. */
  async function work() {
    for (;;) {
      await look()
      const next = nextDue()
      if (!next || !readConnection().online || !(await isOwn())) return
      // The store may have gone meanwhile.
      if (isClosed) return
      const outcome = await locks.run(next.item, () => send(next.item, next.onlySay))
      // Another tab is at it; this one looks again whether it came through.
      if (outcome === 'taken') turns.rest(next.item.id)
    }
  }

  /** Where nothing is due yet, the first that will be is waited for. */
  function nextDue(): { item: UploadItem; onlySay: boolean } | null {
    clearTimeout(waking)
    const ready = items.filter(({ state, hold }) => state === 'waiting' && hold === null)
    const next = ready.length === 0 ? null : turns.next(ready)
    if (typeof next !== 'number') return next
    waking = setTimeout(begin, Math.min(next, LONGEST_PAUSE))
    return null
  }

  /** The server has no time for it. */
  function putOff(id: number, error: unknown) {
    const problem = codeOf(error) === 'too-many' ? refusalOf(error) : null
    turns.putOff(id, error, { all: problem !== null })
    change(id, { state: 'waiting', problem })
    // All that it has not heard of have to wait for the same.
    if (problem)
      set(items.map(item => (item.state === 'waiting' && !turns.isAnnounced(item.id) ? { ...item, problem } : item)))
  }

  /** What has to wait for its record is told apart. */
  async function look() {
    const holdOf = db?.isOpen() && items.some(mayChange) ? await readHolds(db).catch(() => null) : null
    if (!holdOf) return
    const seen = items.map((item): UploadItem => {
      if (!mayChange(item)) return item
      const hold = holdOf(item)
      return item.ahead ? confirmed(item, hold) : withHold(item, hold)
    })
    if (seen.some((item, at) => item !== items[at])) set(seen)
  }

  /** Sent before the change that names it: once that is done, the server is asked whether it has it still. */
  function confirmed(item: UploadItem, hold: Hold | null): UploadItem {
    if (hold === 'change') {
      discarded.delete(item.id)
      return item
    }
    if (hold === 'gone') {
      if (!isGivenUp(item)) return item
      void forget(item)
    }
    return { ...item, hold: null, ahead: false, state: hold === null ? 'waiting' : 'done' }
  }

  /** Since when the change of a file that was sent ahead of it is known to be discarded. */
  const discarded = new Map<number, number>()
  /** Refused on the spot, a change goes back into its form, whose draft may be a moment away. */
  function isGivenUp({ id }: UploadItem): boolean {
    const since = discarded.get(id)
    if (since !== undefined) return performance.now() - since >= DRAFT_WRITTEN
    discarded.set(id, performance.now())
    setTimeout(() => void look(), DRAFT_WRITTEN + 100)
    return false
  }

  async function send(next: UploadItem, onlySay: boolean): Promise<void> {
    const item = items.find(({ id }) => id === next.id)
    if (item?.state !== 'waiting') return
    const { id, bytes, ...upload } = item
    const stop = new AbortController()
    stops.set(id, stop)
    try {
      if (!(await isStillWanted(item))) return
      change(id, { state: 'sending', problem: null })
      const onSent = (sent: number) => {
        turns.announce(id)
        change(id, { sent })
      }
      // A disk may lose bytes: what is not any more what was chosen is not sent for it.
      if ((await sha256(bytes)) !== upload.hash) return await refuse(item, { code: 'damaged-here', message: '' })
      if (onlySay) {
        await announceUpload({ id, ...upload }, sender.deviceId, stop.signal)
        turns.announce(id)
        turns.wentWell(id)
        return change(id, { state: 'waiting' })
      }
      await sendUpload({ id, ...upload }, bytes, sender.deviceId, { signal: stop.signal, onSent })
      turns.wentWell(id)
      writing.add(id)
      const ahead = db ? await noteSent(db, { id, ...upload }).catch(() => false) : false
      settle(item, ahead)
    } catch (error) {
      if (stop.signal.aborted) return
      if (codeOf(error) === 'too-large' && (await shrink(item, stop.signal))) return
      if (!isPassing(error) && !(await mayComeBack(item, error))) return await refuse(item, refusalOf(error))
      putOff(id, error)
      setTimeout(() => void lookForServer(id), REST)
      void registerBackgroundSync()
    } finally {
      stops.delete(id)
      writing.delete(id)
    }
  }

  /** The server has all of it. */
  function settle({ id, size, bytes, module }: UploadItem, ahead: boolean): void {
    const preview = ahead || bytes.size <= PREVIEW ? bytes : new Blob()
    change(id, { state: 'done', sent: size, problem: null, bytes: preview, ahead })
    const done = items.filter(item => item.state === 'done' && !item.ahead).slice(0, -DONE)
    if (done.length > 0) set(items.filter(item => !done.includes(item)))
    sender.onChanged([module])
  }

  /** Another tab may have sent it, given it up, made it smaller, or heard that it is refused. */
  async function isStillWanted(item: UploadItem): Promise<boolean> {
    if (!item.kept || !db) return true
    const kept = await keptUpload(db, item).catch(() => null)
    if (kept === null) turns.rest(item.id)
    else if (!kept) {
      await endElsewhere(item)
      void takeUp()
    } else if (kept.refused) change(item.id, { state: 'refused', problem: kept.refused })
    else return true
    return false
  }

  /** It has left the store by another way: the server says whether it was sent. */
  async function endElsewhere(item: UploadItem): Promise<void> {
    stops.get(item.id)?.abort()
    writing.add(item.id)
    const isSent = readConnection().online && (await isThere(item))
    writing.delete(item.id)
    if (isSent) settle(item, false)
    else set(items.filter(({ id }) => id !== item.id))
  }

  /** A server that was set back to a backup may have lost the record, which this device sends again a moment later. */
  async function mayComeBack({ id, module, record }: UploadItem, error: unknown): Promise<boolean> {
    if (codeOf(error) !== 'not-found' || record === null || !db || turns.failuresOf(id) >= MOST_LOOKS) return false
    // A store that cannot be read says nothing against it.
    const waiting = db.outbox.where('lane').equals(`${module}:${record}`).count()
    return waiting.then(
      count => count > 0,
      () => true,
    )
  }

  async function refuse(item: UploadItem, problem: Refusal): Promise<void> {
    // Written first: whoever looks at it next, here or elsewhere, finds it refused.
    if (db && item.kept && isLasting(problem)) await noteRefused(db, item, problem).catch(() => undefined)
    change(item.id, { state: 'refused', problem })
  }

  /**
   * Made smaller, the same photo may come through. False where it cannot be, so that its person has to decide; one that was
   * given up meanwhile, here or in another tab, stays so.
   */
  async function shrink(item: UploadItem, stop: AbortSignal): Promise<boolean> {
    const { smaller } = await import('./shrink.ts')
    const less = await smaller(item.bytes)
    if (!less) return false
    const name = item.name.replace(/\.[^.]*$/, '') + '.jpg'
    const { id } = item
    const upload = { ...uploadOf(item), name, size: less.size, hash: await sha256(less) }
    // On a full device it goes from memory.
    const kept = await (db && item.kept ? keepInstead(db, item, upload, less) : keep(upload, less)).catch(() => false)
    if (stop.aborted) {
      if (!item.kept) await forget(upload)
    } else if (kept === 'gone') await isStillWanted(item)
    else {
      turns.beginAnew(id)
      change(id, { ...upload, bytes: less, sent: 0, state: 'waiting', kept })
    }
    return true
  }

  /** A line that breaks under a large file may carry a small question: its answer lets the file go on at once. */
  async function lookForServer(id: number): Promise<void> {
    if (readConnection().online || !navigator.onLine || !(await isOwn())) return
    await callApi('GET', `/file/${id}/upload`, { as: uploadState }).catch(() => undefined)
  }

  const makingRoom = <T>(work: () => Promise<T>): Promise<T> =>
    db ? withRoom({ db, register: sender.register }, work) : work()

  /** False on a full device: it is sent from memory, and the screen says that it must stay open. */
  const keep = async (upload: Upload, bytes: Blob): Promise<boolean> =>
    db !== null && (await wasDone(makingRoom(() => keepFile(db, upload, bytes))))
  /** It may have to wait: the browser is asked to protect what is kept, and to wake whoever sends it. */
  function outlive() {
    void askToPersist()
    void registerBackgroundSync()
  }
  async function forget({ id }: Upload): Promise<void> {
    if (!db) return
    writing.add(id)
    await letGo(db, { id }).catch(() => undefined) // sent again, it is there already
    writing.delete(id)
  }

  async function sendAgain(item: UploadItem): Promise<void> {
    if (db && item.kept && item.state === 'refused') await forgetRefusal(db, item).catch(() => undefined)
    turns.hurry(item.id)
    const state = items.find(({ id }) => id === item.id)?.state
    if (state === 'refused') change(item.id, { state: 'waiting', problem: null })
    begin()
  }

  /** Only a field's file is named by what is saved of the form. */
  async function mayGo(id: number): Promise<boolean> {
    if (!db?.isOpen() || items.find(item => item.id === id)?.record !== null) return true
    return readNeeds(db).then(
      needs => !isUnsent(needs.get(id)),
      () => false,
    )
  }
  /** Answers it where it hangs on a record, and the server may have been told of it or has it. */
  async function takeOut(id: number): Promise<UploadItem | null> {
    const item = items.find(item => item.id === id)
    stops.get(id)?.abort()
    set(items.filter(item => item.id !== id))
    if (!item) return null
    await forget(item)
    return item.record !== null && item.hold === null ? item : null
  }
  /** It may have come through while its person was asked. */
  async function drop(id: number): Promise<void> {
    const left = await takeOut(id)
    if (left) void withdraw(left)
  }
  async function withdraw(item: UploadItem): Promise<void> {
    if (!readConnection().online) return
    await withdrawUpload(item)
    sender.onChanged([item.module])
  }

  /** What another tab has kept is here too, and what it has let go of is not any more. One after the other. */
  let taking: Promise<void> = Promise.resolve()
  const takeUp = (): Promise<void> => (taking = taking.then(takeUpNow).catch(() => undefined)) // the next change asks again
  async function takeUpNow(): Promise<void> {
    if (!db?.isOpen()) return
    const ids = await keptIds(db)
    for (const item of items)
      if (!ids.has(item.id) && isElsewhere(item) && !(await keptUpload(db, item))) void endElsewhere(item)
    const isNew = (id: number) => !writing.has(id) && !items.some(item => item.id === id)
    const missing = [...ids].filter(isNew)
    if (missing.length > 0) {
      const rows = await db.blobs.where('files').anyOf(missing).distinct().toArray()
      const fresh = rows.flatMap(itemsIn).filter(({ id }) => missing.includes(id) && isNew(id))
      set([...fresh.toSorted((a, b) => a.at - b.at), ...items])
      outlive()
    }
    begin()
  }
  /** Is it another tab's word whether it is still wanted? */
  const isElsewhere = ({ id, kept, state }: UploadItem) => kept && state !== 'done' && !writing.has(id)
  const left = leftFiles(sender, more => {
    set([...items, ...more])
    begin()
  })
  if (db) {
    const stop = watchQuery(
      db,
      () => keptIds(db),
      () => void takeUp(),
    )
    db.on('close', stop)
    void takeUp().then(() => letGoUnused(db, Date.now()).catch(() => undefined))
  }

  let wasOnline = readConnection().online
  watchConnection(() => {
    const { online } = readConnection()
    if (online && !wasOnline) turns.hurry()
    wasOnline = online
    if (online) begin()
  })

  return {
    items: () => items,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async add({ bytes, ...chosen }) {
      const letGo = holdInMemory()
      try {
        const hash = await sha256(bytes)
        const id = await sender.ids.nextId()
        const upload: Upload = { id, mid: crypto.randomUUID(), ...chosen, size: bytes.size, hash, at: Date.now() }
        writing.add(id)
        const kept = await keep(upload, bytes)
        const item: UploadItem = { ...upload, state: 'waiting', sent: 0, problem: null, bytes, kept, hold: null }
        writing.delete(id)
        // The store may have gone meanwhile.
        if (isClosed) {
          left.leave([item])
          return item
        }
        set([...items, item])
        if (kept && !readConnection().online) outlive()
        begin()
        return item
      } finally {
        letGo()
      }
    },
    takeUp,
    async sendNow() {
      turns.hurry()
      const next = items.find(({ state }) => state === 'waiting')
      if (next) await lookForServer(next.id)
      begin()
      await running
    },
    retry(id) {
      const item = items.find(item => item.id === id)
      if (item && item.hold !== 'gone') void sendAgain(item)
    },
    async cancel(id) {
      const isFree = await mayGo(id)
      if (isFree) await drop(id)
      return isFree
    },
    async dropAll() {
      const left = await Promise.all(items.map(({ id }) => takeOut(id)))
      // What has come through does not wait any more, and stays.
      const withdrawn = Promise.all(left.flatMap(item => (item && item.state !== 'done' ? [withdraw(item)] : [])))
      await Promise.race([withdrawn, new Promise(resolve => setTimeout(resolve, PATIENCE))])
    },
    takeOff(id) {
      if (!db?.isOpen()) return void drop(id)
      const stop = watchQuery(
        db,
        () => readNeeds(db),
        needs => {
          // The draft of the form itself is written anew a moment later.
          if (needs.get(id) === 'form') return
          stop()
          if (!needs.has(id)) void drop(id)
        },
      )
    },
  }
}
