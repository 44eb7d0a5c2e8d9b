export const SYNC_TAG = 'caredesk-send'

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Does this browser send what waits also after the last tab was closed? */
export const sendsWhenClosed = (): boolean =>
  'SyncManager' in globalThis && Boolean(globalThis.navigator?.serviceWorker?.controller)

/**
 * Asks the browser to wake the service worker when there is a network, also after the last tab was closed. Where a browser
 * cannot do that, what waits is sent when the app is opened again.
 */
export async function registerBackgroundSync(): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.serviceWorker?.controller) return
  try {
    const registration = (await navigator.serviceWorker.ready) as WithSync
    await registration.sync?.register(SYNC_TAG)
  } catch {
    // Forbidden by the person, or no window is open: the next page start asks again.
  }
}
