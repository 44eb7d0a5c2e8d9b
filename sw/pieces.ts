import { PrecacheController } from 'workbox-precaching'
import type { Pack } from '#contract/build.ts'

declare const self: ServiceWorkerGlobalScope

export type Piece = string | { url: string; revision: string | null }

/** From so many missing pieces on, one request for all of them is sooner there than one for each. */
const MANY = 30
const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** Every piece of the app on this device: a page that was never opened still opens without a connection. */
export function keepPieces(pieces: readonly Piece[]) {
  const controller = new PrecacheController()
  controller.addToCacheList([...pieces])
  const keys = [...controller.getURLsToCacheKeys().values()]
  const open = () => caches.open(controller.strategy.cacheName)

  async function missing(): Promise<string[]> {
    const cache = await open()
    const here = new Set((await cache.keys()).map(({ url }) => url))
    return keys.filter(key => !here.has(key))
  }

  /** Puts what came in one file where it would have come piece by piece. */
  async function unpack(): Promise<void> {
    const absent = new Set(await missing())
    if (absent.size < MANY) return
    const answer = await fetch('/pack.json', { cache: 'no-store' })
    if (!answer.ok) return
    const cache = await open()
    await Promise.all(
      Object.entries((await answer.json()) as Pack).map(async ([path, text]) => {
        const { href } = new URL(path, location.href)
        const type = TYPES[path.split('.').at(-1) ?? '']
        // What is of another build than this worker is none of its pieces.
        if (type && absent.has(href)) await cache.put(href, new Response(text, { headers: { 'content-type': type } }))
      }),
    )
  }

  /** Does another version fill the same cache, or wait in it? */
  function hasNext(): boolean {
    const next = self.registration.installing ?? self.registration.waiting
    return next !== null && next !== self.serviceWorker
  }

  return {
    controller,
    /** What the pack does not bring is asked for one by one, and all of it must have come. */
    install: async (event: ExtendableEvent) => {
      await unpack().catch(() => {})
      await controller.install(event)
      if ((await missing()).length === 0) return
      // An earlier version tidied up meanwhile and took some of it along. What is there is not asked for again.
      await controller.install(event)
      const { length } = await missing()
      if (length > 0) throw new Error(`pieces of the app that did not stay on this device: ${length}`)
    },
    /** Removes the pieces of other versions, but none of what the next one has fetched: that one tidies up in its turn. */
    async tidyUp(): Promise<void> {
      const cache = await open()
      const own = new Set(keys)
      for (const request of await cache.keys()) {
        // Looked at each time: the next one may begin in the middle of this.
        if (hasNext()) return
        if (!own.has(request.url)) await cache.delete(request)
      }
    },
    /** How many pieces are not on this device, although they should be; `fill` fetches them. */
    async countMissing(fill: boolean): Promise<number> {
      const absent = await missing()
      if (!fill || absent.length === 0) return absent.length
      const cache = await open()
      const filled = await Promise.allSettled(absent.map(key => cache.add(key)))
      return filled.filter(({ status }) => status === 'rejected').length
    },
  }
}
