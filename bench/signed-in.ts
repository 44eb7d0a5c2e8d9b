import type { Browser } from 'playwright-core'
import { sessionOf, signIn } from '../tests/support/browser.ts'

/** What a browser holds after signing in, for contexts that start signed in. */
export async function signedIn(browser: Browser, url: string) {
  const context = await browser.newContext()
  await signIn(await context.newPage(), url)
  const session = await sessionOf(context, url)
  await context.close()
  return session
}
