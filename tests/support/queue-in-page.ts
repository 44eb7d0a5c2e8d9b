import type { Page } from 'playwright-core'
import { freshOp } from '#src/offline/outbox/fresh-op.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'

/** What one table of whoever is signed in holds; with a key, of that row alone. A store that the page has yet to make is empty. */
export const readStore = (page: Page, store: string, key?: number | string): Promise<unknown[]> =>
  page.evaluate(
    async ({ store, key }) => {
      const { name } = (await indexedDB.databases()).find(({ name }) => name?.startsWith('caredesk-u-')) ?? {}
      if (!name) return []
      const db = await new Promise<IDBDatabase | null>((resolve, reject) => {
        const request = indexedDB.open(name)
        let isNew = false
        // Made here it would be empty, and stand in the page's way.
        request.addEventListener('upgradeneeded', () => {
          isNew = true
          request.transaction!.abort()
        })
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => (isNew ? resolve(null) : reject(request.error!)))
      })
      if (!db) return []
      const rows = await new Promise<unknown[]>(resolve => {
        const request = db.transaction(store).objectStore(store).getAll(key)
        request.addEventListener('success', () => resolve(request.result))
      })
      db.close()
      return rows
    },
    { store, key },
  )

/** The open changes in the store of whoever is signed in, in their order. */
export const openIn = async (page: Page): Promise<OutboxOp[]> =>
  ((await readStore(page, 'outbox')) as OutboxOp[]).filter(({ open }) => open === 1).sort((a, b) => a.ord - b.ord)

/** Does the store of whoever is signed in keep this record? */
export const isKept = async (page: Page, module: string, id: number): Promise<boolean> =>
  (await readStore(page, `rec_${module}`, id)).length > 0

/** Puts changes of such records, where nothing was said before, at the end of the queue, as if made without a connection. */
export const plantChanges = (
  page: Page,
  module: string,
  ids: readonly number[],
  args: Record<string, string>,
): Promise<void> =>
  page.evaluate(
    async ({ module, ids, args, fresh }) => {
      const before = Object.fromEntries(Object.keys(args).map(key => [key, null]))
      const open = (name: string) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name)
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error!))
        })
      const get = <T>(store: IDBObjectStore, key: IDBValidKey) =>
        new Promise<T | undefined>(resolve => {
          const request = store.get(key)
          request.addEventListener('success', () => resolve(request.result as T | undefined))
        })
      const { name } = (await indexedDB.databases()).find(({ name }) => name?.startsWith('caredesk-u-')) ?? {}
      const device = await open('caredesk-device')
      const id = await get<{ value: string }>(device.transaction('entries').objectStore('entries'), 'deviceId')
      device.close()
      const db = await open(name!)
      const step = db.transaction(['outbox', 'meta'], 'readwrite')
      const meta = step.objectStore('meta')
      const known = await get<{ value: { id: string; last: number; epoch: string | null } }>(meta, 'outbox')
      const queue = known?.value ?? { id: crypto.randomUUID(), last: 0, epoch: null }
      for (const record of ids) {
        queue.last += 1
        step.objectStore('outbox').put({
          seq: queue.last,
          ord: queue.last,
          mid: crypto.randomUUID(),
          op: `${module}.change`,
          opV: 1,
          id: record,
          args,
          base: { version: 1, fields: before },
          userId: Number(name!.slice('caredesk-u-'.length)),
          queueId: queue.id,
          queueSeq: queue.last,
          deviceId: id!.value,
          lane: `${module}:${record}`,
          prevMid: null,
          ...fresh,
          at: Date.now(),
          clockOffset: 0,
          build: 'planted',
        })
      }
      meta.put({ key: 'outbox', value: queue })
      await new Promise(resolve => step.addEventListener('complete', resolve))
      db.close()
    },
    { module, ids, args, fresh: freshOp },
  )

/** Puts a file that the server has refused into the store of whoever is signed in: it waits for its person. */
export const plantRefusedFile = (page: Page, name: string, message: string, record: number): Promise<void> =>
  page.evaluate(
    async ({ name, message, record }) => {
      const kept = (await indexedDB.databases()).find(({ name }) => name?.startsWith('caredesk-u-'))
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(kept!.name!)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error!))
      })
      const step = db.transaction('blobs', 'readwrite')
      const [id, hash, mid] = [1, crypto.randomUUID(), crypto.randomUUID()]
      const upload = {
        id,
        hash,
        mid,
        module: 'dealerBranch',
        path: '/dealer-branch',
        record,
        field: null,
        name,
        size: 4,
      }
      const uploads = [{ ...upload, at: Date.now(), refused: { code: 'invalid', message } }]
      step.objectStore('blobs').add({ hash, mime: 'text/plain', bytes: new ArrayBuffer(4), uploads, files: [id] })
      await new Promise(resolve => step.addEventListener('complete', resolve))
      db.close()
    },
    { name, message, record },
  )
