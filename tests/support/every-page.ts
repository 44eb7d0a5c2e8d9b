import type { Browser } from 'playwright-core'
import { pages } from '#src/app/pages.tsx'
import { launch } from './browser.ts'
import { demoPages } from './demo-pages.ts'
import { startProduct } from './process.ts'

/** Every page of the app behind the sign-in. */
export const paths = pages.map(({ handle }) => handle.path).filter(path => !path.startsWith('/dev/'))

/** One of each kind of screen. */
export const kinds = [
  '/home',
  '/settings',
  '/settings/return-reason-list',
  '/customers/customer-list',
  '/customers/customer-edit/:id',
  '/customers/customer-history/:id',
  '/unit/unit-details/:id',
  '/users/user-list',
  '/users/user-create',
  '/users/user-details/:id',
  '/settings/role-list',
  '/settings/role-edit/:id',
  '/settings/general-setting',
  '/profile',
  '/outbox',
  '/diagnostics',
]

/** What a visitor can open. */
export const doors = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password#a-link-that-opens-nothing-at-all']

export type SampleBusiness = {
  url: string
  browser: Browser
  addressOf: (path: string) => string
  close(): Promise<void>
}

/** The sample business, and where each of its pages has something to show. */
export async function openSampleBusiness(): Promise<SampleBusiness> {
  const [product, browser] = await Promise.all([
    startProduct({
      env: { CAREDESK_DEMO: '1', NODE_ENV: 'development', DRAIN_SECONDS: '0', REQUESTS_PER_MINUTE: '0' },
    }),
    // One page stays open for all of them, and looks at itself for half of that time: here it is worth to compile well.
    launch(['--js-flags=']),
  ])
  const close = async () => {
    await browser.close()
    await product.stop()
  }
  try {
    const addresses = new Map((await demoPages(product.url)).map(({ path, address }) => [path, address]))
    return { url: product.url, browser, addressOf: path => addresses.get(path)!, close }
  } catch (error) {
    await close()
    throw error
  }
}
