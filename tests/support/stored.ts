import type { BrowserContext, Page } from 'playwright-core'

/** Every row of every database of this origin, as text. Of bytes each run of letters that somebody could read. */
export const storedRows = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const legible = (_: string, value: unknown) => {
      if (!(value instanceof ArrayBuffer) && !ArrayBuffer.isView(value)) return value
      return (new TextDecoder('latin1').decode(value).match(/[ -~]{6,}/g) ?? []).join(' ')
    }
    const parts: string[] = []
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error(name)))
      })
      parts.push(name)
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const request = db.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error(store)))
        })
        parts.push(store, JSON.stringify(rows, legible))
      }
      db.close()
    }
    return parts.join('\n')
  })

/** Everything that this origin keeps on the device, as text: storages, every database, every cache, cookies. */
export async function everythingStored(context: BrowserContext, page: Page): Promise<string> {
  const around = await page.evaluate(async () => {
    const parts = [localStorage, sessionStorage].map(kept => JSON.stringify(Object.entries(kept)))
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        parts.push(request.url, (await response?.text()) ?? '')
      }
    }
    return parts.join('\n')
  })
  return [around, await storedRows(page), JSON.stringify(await context.cookies())].join('\n')
}
