import { isOlderBuild, type Kill } from '#contract/build.ts'
import { build } from './outbox/build.ts'

/** Has the house told service workers of this build to go away? Who cannot ask stays. */
export async function isKilled(own = build): Promise<boolean> {
  try {
    const answer = await fetch('/sw-kill.json', { cache: 'no-store' })
    if (!answer.ok) return false
    const { before } = (await answer.json()) as Kill
    return before !== null && isOlderBuild(own, before)
  } catch {
    return false
  }
}

/** The worker and the copies of the app go; what people keep on this device is not touched. */
export async function goAway(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
