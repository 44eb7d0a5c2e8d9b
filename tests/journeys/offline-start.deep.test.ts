import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '#src/app/pages.tsx'
import { settle } from '../support/barriers.ts'
import { complaintsOf, controlled, launch, readyForOffline, signIn } from '../support/browser.ts'
import { demoPages } from '../support/demo-pages.ts'
import { startProduct, type Product } from '../support/process.ts'

/**
 * The app is begun at each of its addresses on a device that was online once and is not any more. At a desk and on a
 * tablet each page has its heading, and shows what the device keeps or says in plain words what it lacks.
 */
let product: Product
let browser: Browser
let context: BrowserContext
let page: Page
let addresses: Map<string, string>
let complaints: string[]

beforeAll(async () => {
  product = await startProduct({
    env: { CAREDESK_DEMO: '1', NODE_ENV: 'development', DRAIN_SECONDS: '0', REQUESTS_PER_MINUTE: '0' },
  })
  browser = await launch()
  addresses = new Map((await demoPages(product.url)).map(({ path, address }) => [path, address]))
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, product.url, 'admin', 'caredesk-demo-admin')
  await readyForOffline(page, product.url)
  await context.setOffline(true)
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const paths = pages.map(({ handle }) => handle.path).filter(path => !path.startsWith('/dev/'))

it('a search that is written like the name of a file begins as well', async () => {
  await page.goto(`${product.url}/settings/source-list?q=somebody@shop.example`)
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 1 }).count()).toBe(1)
})

/** What a page says without words of ours: that it broke, a key in the place of words, or nothing that helps. */
const broke = /unexpected application error|something went wrong|made a mistake|in it broke|\bcode\.\w/i

it.each(paths)('%s begins without a connection, at a desk and on a tablet', async path => {
  complaints.length = 0
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${product.url}${addresses.get(path)}`)
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 820, height: 1_180 },
  ]) {
    await page.setViewportSize(viewport)
    // Also waits until nothing is on its way any more: a page that turns for ever ends here.
    await settle(page)
    const main = page.getByRole('main')
    const heading = (await main.getByRole('heading', { level: 1 }).innerText()).trim()
    expect(heading).not.toBe('')
    const said = (await main.innerText()).replace(heading, '')
    expect(said.trim().length, said).toBeGreaterThan(40)
    expect(said).not.toMatch(broke)
    await expect.poll(() => main.locator('.animate-skeleton, .animate-spin').count()).toBe(0)
  }
  expect(complaints).toEqual([])
})

it('keeps itself on a device whose network was away in the moment in which it would have', async () => {
  const first = await browser.newContext()
  const visit = await first.newPage()
  const missed = visit.waitForEvent('requestfailed', request => request.url().includes('/assets/updates-'))
  const goAway = async (route: Route) => {
    await first.setOffline(true)
    await route.abort('internetdisconnected')
  }
  await visit.route('**/assets/updates-*.js', goAway, { times: 1 })
  await visit.goto(`${product.url}/sign-in`)
  await visit.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await missed
  await first.setOffline(false)
  await controlled(visit)
  await first.close()
})
