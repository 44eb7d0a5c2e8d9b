import type { Browser } from 'playwright-core'
import { signIn } from '../tests/support/browser.ts'

type Stored = { cookies: []; origins: { origin: string; localStorage: { name: string; value: string }[] }[] }

/** What a browser holds after signing in, for contexts that start signed in. */
export async function signedIn(browser: Browser, url: string): Promise<Stored> {
  const context = await browser.newContext()
  await signIn(await context.newPage(), url)
  const { origins } = await context.storageState()
  await context.close()
  return { cookies: [], origins: origins.filter(({ origin }) => origin === url) }
}
