import { codeOf, isUnreachable } from './api.ts'
import { readSession } from './device.ts'
import { readConnection, watchConnection } from './connection.ts'
import { webLocks } from './locks.ts'
import type { Sender } from './push.ts'
import { readToken } from './token.ts'
import { sendUpload, type Upload } from './upload.ts'
import { userDbName } from './user-db.ts'

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
}
export type Chosen = Pick<Upload, 'module' | 'path' | 'record' | 'field'> & { name: string; bytes: Blob }

export type Uploads = {
  items: () => readonly UploadItem[]
  subscribe: (listener: () => void) => () => void
  /** Keeps it on the device and sends it. Throws NoIds where no number is left. */
  add: (chosen: Chosen) => Promise<UploadItem>
  retry: (id: number) => void
  /** It is not wanted any more: what arrived is swept by the server. */
  cancel: (id: number) => Promise<void>
}

/** How long a busy server is left alone, in milliseconds. */
const PAUSE = 3_000
/** Rather tried again than refused: none of them is about the file. */
const passing = ['busy', 'too-many', 'unavailable', 'time-out', 'signed-out']
/** A sent picture stays in sight until the server's own is there; of more than this nobody sees any. */
const PREVIEW = 3_000_000
const DONE = 50

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
  let running = false

  const set = (next: readonly UploadItem[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, changed: Partial<UploadItem>) =>
    set(items.map(item => (item.id === id ? { ...item, ...changed } : item)))

  const { db } = sender
  const token = readToken()
  /** Whoever signs in next must not send what the one before chose. */
  const isTheirs = async () => {
    if (!db) return readToken() === token
    const session = db.isOpen() ? await readSession().catch(() => null) : null
    return session !== null && userDbName(session.userId) === db.name
  }
  db?.on('close', () => {
    for (const stop of stops.values()) stop.abort()
  })

  let again = false
  const begin = () => {
    again = running
    if (running) return
    running = true
    void work().finally(() => {
      running = false
      // Somebody asked while the last one was just ending.
      if (again) begin()
    })
  }

  /** One after the other: two at once would only be slower together. */
  async function work() {
    for (;;) {
      const next = items.find(item => item.state === 'waiting')
      if (!next || !readConnection().online || !(await isTheirs())) return
      const outcome = await webLocks.run(`caredesk-upload-${next.mid}`, () => send(next))
      // Another tab is at it; this one looks again whether it came through.
      if (outcome === 'taken' || outcome === 'later') {
        if (!readConnection().online) return
        await new Promise(resolve => setTimeout(resolve, PAUSE))
      }
    }
  }

  async function send({ id, bytes, ...upload }: UploadItem): Promise<'over' | 'later'> {
    const stop = new AbortController()
    stops.set(id, stop)
    change(id, { state: 'sending', problem: null })
    try {
      const onSent = (sent: number) => change(id, { sent })
      await sendUpload({ id, ...upload }, bytes, sender.deviceId, { signal: stop.signal, onSent })
      await forget(id, upload.hash)
      const preview = bytes.size <= PREVIEW ? bytes : new Blob()
      change(id, { state: 'done', sent: upload.size, bytes: preview })
      const done = items.filter(item => item.state === 'done').slice(0, -DONE)
      if (done.length > 0) set(items.filter(item => !done.includes(item)))
      sender.onChanged([upload.module])
      return 'over'
    } catch (error) {
      if (stop.signal.aborted) return 'over'
      const code = codeOf(error) ?? 'unknown'
      if (isUnreachable(error) || passing.includes(code)) {
        change(id, { state: 'waiting' })
        return 'later'
      }
      change(id, { state: 'refused', problem: { code, message: error instanceof Error ? error.message : '' } })
      return 'over'
    } finally {
      stops.delete(id)
    }
  }

  /** Bytes and manifest in one row; the same bytes for two records are one row with two manifests. */
  async function keep(upload: Upload, bytes: Blob): Promise<boolean> {
    if (!db) return false
    try {
      const buffer = await bytes.arrayBuffer()
      await db.transaction('rw', db.blobs, async () => {
        const there = await db.blobs.get(upload.hash)
        const uploads = [...(there?.uploads ?? []), upload]
        await db.blobs.put({ hash: upload.hash, mime: bytes.type, bytes: buffer, uploads })
      })
      return true
    } catch {
      // A full device: it is sent from memory, and the screen says that it must stay open.
      return false
    }
  }
  async function forget(id: number, hash: string): Promise<void> {
    await db
      ?.transaction('rw', db.blobs, async () => {
        const there = await db.blobs.get(hash)
        if (!there) return
        const uploads = (there.uploads ?? []).filter(upload => upload.id !== id)
        await (uploads.length > 0 ? db.blobs.put({ ...there, uploads }) : db.blobs.delete(hash))
      })
      .catch(() => undefined) // sent again, it is there already
  }

  async function load() {
    const rows = (await db?.blobs.toArray().catch(() => [])) ?? []
    const found = rows.flatMap(({ uploads = [], bytes, mime }) =>
      uploads.map((upload): UploadItem => ({
        ...upload,
        state: 'waiting',
        sent: 0,
        problem: null,
        kept: true,
        bytes: new Blob([bytes], { type: mime }),
      })),
    )
    const fresh = found.filter(({ id }) => !items.some(item => item.id === id)).sort((a, b) => a.at - b.at)
    if (fresh.length > 0) set([...fresh, ...items])
    begin()
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
      const hash = await sha256(bytes)
      const id = await sender.ids.nextId()
      const upload: Upload = { id, mid: crypto.randomUUID(), ...chosen, size: bytes.size, hash, at: Date.now() }
      const item: UploadItem = {
        ...upload,
        state: 'waiting',
        sent: 0,
        problem: null,
        bytes,
        kept: await keep(upload, bytes),
      }
      set([...items, item])
      begin()
      return item
    },
    retry(id) {
      change(id, { state: 'waiting', problem: null })
      begin()
    },
    async cancel(id) {
      const item = items.find(item => item.id === id)
      stops.get(id)?.abort()
      set(items.filter(item => item.id !== id))
      if (item) await forget(id, item.hash)
    },
  }
}

async function sha256(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
