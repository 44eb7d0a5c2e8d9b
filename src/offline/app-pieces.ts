/** Does the service worker serve this page, and how many pieces of the app does the device lack? Null: nobody says. */
export type AppPieces = { served: boolean; missing: number | null }

const PATIENCE = 5_000
const FILLING = 60_000

/** Asks the service worker whether the app is whole on this device; `fill` lets it fetch what is not there. */
export async function appPieces({ fill = false } = {}): Promise<AppPieces> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return { served: false, missing: null }
  const { port1, port2 } = new MessageChannel()
  const missing = await new Promise<number | null>(resolve => {
    const timer = setTimeout(() => resolve(null), fill ? FILLING : PATIENCE)
    port1.addEventListener('message', ({ data }) => {
      clearTimeout(timer)
      resolve((data as { missing: number }).missing)
    })
    port1.start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ type: 'IS_WHOLE', fill }, [port2])
  })
  port1.close()
  return { served: true, missing }
}
