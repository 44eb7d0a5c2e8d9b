import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page without a framework: a worker that hands it out of its cache, and rows out of a database of the browser. */
const page = `<!doctype html><title>bare</title><div id="rows"></div><script>
  const draw = items => {
    for (const { id, label } of items) {
      const row = document.createElement('div')
      row.setAttribute('role', 'row')
      row.setAttribute('aria-rowindex', id)
      row.textContent = label
      document.getElementById('rows').append(row)
    }
  }
  const open = indexedDB.open('bare', 1)
  open.onupgradeneeded = () => {
    const store = open.result.createObjectStore('rows', { keyPath: 'id' })
    for (let id = 1; id <= 50; id += 1) store.put({ id, label: 'Row ' + id })
  }
  open.onsuccess = () => {
    const all = open.result.transaction('rows').objectStore('rows').getAll()
    all.onsuccess = () => draw(all.result)
  }
  navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => (window.isKept = true))
</script>`

const worker = `
  addEventListener('install', event => event.waitUntil(caches.open('bare').then(cache => cache.add('/'))))
  addEventListener('fetch', event => event.respondWith(caches.match(event.request).then(kept => kept ?? fetch(event.request))))
`

/** Its server; what a device starts with at the very least is measured against it. */
export async function bareStart(): Promise<{ url: string; stop: () => void }> {
  const server = createServer(({ url }, answer) => {
    const isWorker = url === '/sw.js'
    answer.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
    answer.end(isWorker ? worker : page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, stop: () => void server.close() }
}
