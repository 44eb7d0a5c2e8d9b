import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { PASSWORD } from './api.ts'
import { complaintsOf, controlled, signIn } from './browser.ts'

export type Device = { context: BrowserContext; page: Page; complaints: string[] }

/**
 * A device of its own, at which this person is signed in, and which can do without a network from its next page on, unless `look`
 * blocks its worker.
 */
export async function deviceOf(
  browser: Browser,
  url: string,
  person: string,
  look: BrowserContextOptions = { viewport: { width: 1280, height: 900 } },
): Promise<Device> {
  const context = await browser.newContext(look)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await signIn(page, url, person, PASSWORD)
  if (look.serviceWorkers !== 'block') await controlled(page)
  return { context, page, complaints }
}
