import { callApi, codeOf, isUnreachable } from './api.ts'
import { readConnection, watchConnection } from './connection.ts'
import { holdInMemory } from './in-memory.ts'
import {
  isUnsent,
  keepFile,
  keepInstead,
  letGo,
  letGoUnused,
  noteSent,
  readHolds,
  readNeeds,
  sha256,
  uploadLock,
  type Hold,
} from './kept-files.ts'
import { watchQuery } from './live-query.ts'
import { webLocks } from './locks.ts'
import { registerBackgroundSync } from './outbox/background.ts'
import type { Sender } from './push.ts'
import { isTheirs } from './restore-session.ts'
import { askToPersist, withRoom } from './storage.ts'
import { readToken } from './token.ts'
import { announceUpload, sendUpload, type Upload } from './upload.ts'

/** `waiting` goes on by itself when the server answers again; `refused` only where the person says so. */
export type UploadState = 'waiting' | 'sending' | 'done' | 'refused'
export type UploadItem = Upload & {
  state: UploadState
  sent: number
  /** Why it was refused: the code, and the server's words where it had some. */
  problem: { code: string; message: string } | null
  /** What was chosen; gone once it is done. */
  bytes: Blob
  /** Is it kept on this device, so that it outlives a reload? */
  kept: boolean
  /** What has to be on the server before it. */
  hold: Hold | null
}
export type Chosen = Pick<Upload, 'module' | 'path' | 'record' | 'field'> & { name: string; bytes: Blob }

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
  /** The form that it was chosen in has it no more. It goes as soon as no draft names it, and stays with a change that does. */
  takeOff: (id: number) => void
}

/** How long a busy server is left alone, in milliseconds. */
const PAUSE = 3_000
/** Rather tried again than refused: none of them is about the file. */
const passing = ['busy', 'too-many', 'unavailable', 'time-out', 'signed-out']
/** A sent picture stays in sight until the server's own is there; of more than this nobody sees any. */
const PREVIEW = 3_000_000
const DONE = 50

/** Does what becomes of the queue matter to it? */
const mayChange = ({ state, ahead }: UploadItem) => state !== 'sending' && (state !== 'done' || Boolean(ahead))
/** Would it be lost with this page? */
const isOnlyHere = ({ kept, state }: UploadItem) => !kept && state !== 'done'

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
  /** Those the server has heard of since this page began. */
  const announced = new Set<number>()

  let letGoOfMemory: (() => void) | null = null
  /** What only this page has keeps it from going without a question. */
  function hold() {
    if (items.some(isOnlyHere)) letGoOfMemory ??= holdInMemory()
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
  const isOwn = async () => (db ? isTheirs(db) : readToken() === token)
  db?.on('close', () => {
    for (const stop of stops.values()) stop.abort()
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
      const ready = items.filter(({ state, hold }) => state === 'waiting' && hold === null)
      // All are announced before the bytes of the first: others see at once what is still to come.
      const fresh = ready.length > 1 ? ready.find(({ id }) => !announced.has(id)) : undefined
      const next = fresh ?? ready[0]
      if (!next || !readConnection().online || !(await isOwn())) return
      const outcome = await webLocks.run(uploadLock(next), () => send(next, fresh !== undefined))
      // Another tab is at it; this one looks again whether it came through.
      if (outcome === 'taken' || outcome === 'later') {
        if (!readConnection().online) return
        await new Promise(resolve => setTimeout(resolve, PAUSE))
      }
    }
  }

  /** What has to wait for its record is told apart; what has lost it is for the person to decide. */
  async function look() {
    const holdOf = db?.isOpen() && items.some(mayChange) ? await readHolds(db).catch(() => null) : null
    if (!holdOf) return
    const seen = items.map((item): UploadItem => {
      if (!mayChange(item)) return item
      const hold = holdOf(item)
      if (item.ahead) return confirmed(item, hold)
      if (hold === item.hold) return item
      if (hold === 'gone')
        return { ...item, hold, state: 'refused', problem: { code: 'record-discarded', message: '' } }
      return item.hold === 'gone' ? { ...item, hold, state: 'waiting', problem: null } : { ...item, hold }
    })
    if (seen.some((item, at) => item !== items[at])) set(seen)
  }

  /** Sent before the change that names it: once that is done, the server is asked whether it has it still. */
  function confirmed(item: UploadItem, hold: Hold | null): UploadItem {
    if (hold === 'gone') void forget(item.id, item.hash)
    if (hold === 'change') return item
    return { ...item, hold: null, ahead: false, state: hold === null ? 'waiting' : 'done' }
  }

  async function send({ id, bytes, ...upload }: UploadItem, onlySay: boolean): Promise<'over' | 'later'> {
    const stop = new AbortController()
    stops.set(id, stop)
    change(id, { state: 'sending', problem: null })
    try {
      const onSent = (sent: number) => change(id, { sent })
      // A disk may lose bytes: what is not any more what was chosen is not sent for it.
      if ((await sha256(bytes)) !== upload.hash) {
        change(id, { state: 'refused', problem: { code: 'damaged-here', message: '' } })
        return 'over'
      }
      if (onlySay) {
        await announceUpload({ id, ...upload }, sender.deviceId, stop.signal)
        announced.add(id)
        change(id, { state: 'waiting' })
        return 'over'
      }
      await sendUpload({ id, ...upload }, bytes, sender.deviceId, { signal: stop.signal, onSent })
      const ahead = db ? await noteSent(db, { id, ...upload }).catch(() => false) : false
      const preview = ahead || bytes.size <= PREVIEW ? bytes : new Blob()
      change(id, { state: 'done', sent: upload.size, bytes: preview, ahead })
      const done = items.filter(item => item.state === 'done' && !item.ahead).slice(0, -DONE)
      if (done.length > 0) set(items.filter(item => !done.includes(item)))
      sender.onChanged([upload.module])
      return 'over'
    } catch (error) {
      if (stop.signal.aborted) return 'over'
      const code = codeOf(error) ?? 'unknown'
      if (code === 'too-large' && (await shrink({ id, ...upload }, bytes))) return 'over'
      if (isUnreachable(error) || passing.includes(code)) {
        change(id, { state: 'waiting' })
        setTimeout(() => void lookForServer(id), PAUSE)
        void registerBackgroundSync()
        return 'later'
      }
      change(id, { state: 'refused', problem: { code, message: error instanceof Error ? error.message : '' } })
      return 'over'
    } finally {
      stops.delete(id)
    }
  }

  /** Made smaller, the same photo may come through. False where it cannot be, so that its person has to decide. */
  async function shrink(before: Upload, bytes: Blob): Promise<boolean> {
    const { smaller } = await import('./shrink.ts')
    const less = await smaller(bytes)
    if (!less) return false
    const name = before.name.replace(/\.[^.]*$/, '') + '.jpg'
    const { id, mid, module, path, record, field, at } = before
    const upload = { id, mid, module, path, record, field, at, name, size: less.size, hash: await sha256(less) }
    if (db) await keepInstead(db, before, upload, less).catch(() => undefined) // a full device: it goes from memory
    announced.delete(id)
    change(id, { ...upload, bytes: less, sent: 0, state: 'waiting' })
    return true
  }

  /** A line that breaks under a large file may carry a small question: its answer lets the file go on at once. */
  async function lookForServer(id: number): Promise<void> {
    if (readConnection().online || !navigator.onLine || !(await isOwn())) return
    await callApi('GET', `/file/${id}/upload`).catch(() => undefined)
  }

  const makingRoom = <T>(work: () => Promise<T>): Promise<T> =>
    db ? withRoom({ db, register: sender.register }, work) : work()

  async function keep(upload: Upload, bytes: Blob): Promise<boolean> {
    if (!db) return false
    try {
      await makingRoom(() => keepFile(db, upload, bytes))
      return true
    } catch {
      // A full device: it is sent from memory, and the screen says that it must stay open.
      return false
    }
  }
  /** It may have to wait: the browser is asked to protect what is kept, and to wake whoever sends it. */
  function outlive() {
    void askToPersist()
    void registerBackgroundSync()
  }
  async function forget(id: number, hash: string): Promise<void> {
    if (db) await letGo(db, { id, hash }).catch(() => undefined) // sent again, it is there already
  }

  /** Only a field's file is named by what is saved of the form. */
  async function mayGo(id: number): Promise<boolean> {
    if (!db?.isOpen() || items.find(item => item.id === id)?.record !== null) return true
    return readNeeds(db).then(
      needs => !isUnsent(needs.get(id)),
      () => false,
    )
  }
  async function drop(id: number): Promise<void> {
    const item = items.find(item => item.id === id)
    stops.get(id)?.abort()
    set(items.filter(item => item.id !== id))
    if (!item) return
    await forget(id, item.hash)
    if (item.record !== null && item.state !== 'done' && item.hold === null) void withdraw(item)
  }
  /** The record waits for what was announced to it. Where nobody hears that it will not come, it can be removed there by hand. */
  async function withdraw({ id, module }: UploadItem): Promise<void> {
    if (!readConnection().online) return
    await callApi('PATCH', `/file/${id}`, { json: { removed: true } }).catch(() => undefined)
    sender.onChanged([module])
  }

  async function load() {
    const rows = (await db?.blobs.toArray().catch(() => [])) ?? []
    const found = rows.flatMap(({ uploads = [], bytes, mime }) =>
      uploads.map((upload): UploadItem => ({
        ...upload,
        state: upload.ahead ? 'done' : 'waiting',
        sent: upload.ahead ? upload.size : 0,
        problem: null,
        kept: true,
        hold: null,
        bytes: new Blob([bytes], { type: mime }),
      })),
    )
    const fresh = found.filter(({ id }) => !items.some(item => item.id === id)).sort((a, b) => a.at - b.at)
    if (fresh.length > 0) {
      set([...fresh, ...items])
      outlive()
    }
    begin()
    if (db) await letGoUnused(db, Date.now()).catch(() => undefined)
  }
  void load()
  watchConnection(() => {
    if (readConnection().online) begin()
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
        const id = await makingRoom(sender.ids.nextId)
        const upload: Upload = { id, mid: crypto.randomUUID(), ...chosen, size: bytes.size, hash, at: Date.now() }
        const kept = await keep(upload, bytes)
        const item: UploadItem = { ...upload, state: 'waiting', sent: 0, problem: null, bytes, kept, hold: null }
        set([...items, item])
        if (kept && !readConnection().online) outlive()
        begin()
        return item
      } finally {
        letGo()
      }
    },
    takeUp: load,
    async sendNow() {
      const next = items.find(({ state }) => state === 'waiting')
      if (next) await lookForServer(next.id)
      begin()
      await running
    },
    retry(id) {
      if (items.find(item => item.id === id)?.hold === 'gone') return
      change(id, { state: 'waiting', problem: null })
      begin()
    },
    async cancel(id) {
      const isFree = await mayGo(id)
      if (isFree) await drop(id)
      return isFree
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
