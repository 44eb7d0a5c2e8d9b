import type { BrowserContext } from 'playwright-core'
import { needsWholeBrowser } from './chromium.ts'

/** What wakes the service worker, from outside of every page of the app. */
export async function waker(context: BrowserContext, url: string): Promise<(lastChance: boolean) => Promise<void>> {
  needsWholeBrowser('service worker to wake')
  const blank = await context.newPage()
  const devtools = await context.newCDPSession(blank)
  const registered = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(url) && !isDeleted)
      if (ours) resolve(ours.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return async lastChance => {
    await devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin: url,
      registrationId,
      tag: 'caredesk-send',
      lastChance,
    })
  }
}
