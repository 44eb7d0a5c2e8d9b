import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, afterEach, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { away, controlled, everythingStored, launch, signIn } from '../support/browser.ts'
import { isKept, openIn, plantChanges } from '../support/queue-in-page.ts'

/** A device that was away while the server went on: its session has ended, or the feed that it follows has gone on without it. */
const url = inject('productUrl')
const mark = `c${randomUUID().slice(0, 5)}`
const me = `back${mark}`

type Branch = { id: number; version: number; name: string; note: string | null }

let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
let person: number
const branches: number[] = []

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: role } = await makeRole(admin, `Back ${mark}`, ['52-a', '52-b', '52-c', '52-d'])
  person = (await makePerson(url, admin, me, [role])).id
  for (let at = 0; at < 60; at += 1)
    branches.push((await admin.need<Branch>('POST', '/dealer-branch', { name: `Back ${mark} ${at}` })).id)
})
afterAll(() => browser?.close())
beforeEach(() => come('allow'))
async function come(serviceWorkers: 'allow' | 'block') {
  await context?.close()
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers })
  page = await context.newPage()
  await signIn(page, url, me, PASSWORD)
  if (serviceWorkers === 'allow') await controlled(page)
  await expect.poll(() => isKept(page, 'dealerBranch', branches.at(-1)!)).toBe(true)
}
afterEach(() => context.close())

it('a session that ends between two envelopes: the person signs in, and the rest goes in after that, once', async () => {
  // Nobody counts the envelopes of a service worker, which may be faster than its page.
  await come('block')
  let envelopes = 0
  const comeBack = await away(context, async route => {
    envelopes += 1
    if (envelopes === 2) await admin.need('POST', '/access/end-sessions', { user: person })
    await route.continue()
  })
  await plantChanges(page, 'dealerBranch', branches, { note: 'On the way' })
  await comeBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 120_000 })
  const notes = async () => {
    const rows = await Promise.all(branches.map(id => admin.need<Branch>('GET', `/dealer-branch/${id}`)))
    return rows.map(({ note, version }) => `${note} ${version}`)
  }
  const before = await notes()
  expect(before.filter(row => row === 'On the way 2')).toHaveLength(50)
  // In their order, and all of the others as they were.
  expect(before.slice(50)).toEqual(Array.from({ length: 10 }, () => 'null 1'))

  await signIn(page, url, me, PASSWORD)
  // What is sealed still cannot be counted on the device: the server says when all of it is there.
  await expect.poll(notes, { timeout: 120_000, interval: 1_000 }).toEqual(branches.map(() => 'On the way 2'))
  await expect.poll(() => openIn(page)).toEqual([])
})

it('a device that was away for longer than its session says so, works on, forgets once it hears of the end, and sends after signing in', async () => {
  const { id } = await admin.need<Branch>('POST', '/dealer-branch', { name: `Away ${mark}` })
  await expect.poll(() => isKept(page, 'dealerBranch', id)).toBe(true)
  await context.setOffline(true)
  await plantChanges(page, 'dealerBranch', [id], { note: 'Long away' })
  const planted = [`Away ${mark}`, `Back ${mark} 0`, 'Long away']
  const before = await everythingStored(context, page)
  expect(planted.filter(value => !before.includes(value))).toEqual([])
  await page.clock.setFixedTime(Date.now() + 8 * 24 * 60 * 60_000)
  await page.reload()
  const banner = page.getByText('Sign in to send 1 change', { exact: true })
  await banner.waitFor({ timeout: 120_000 })
  await page.getByRole('link', { name: /^Sign in to send/ }).click()
  await page.getByText('Saved on this device. Sign in to send', { exact: true }).waitFor()

  await admin.need('POST', '/access/end-sessions', { user: person })
  await page.clock.setFixedTime(Date.now())
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 120_000 })
  const after = await everythingStored(context, page)
  expect(planted.filter(value => after.includes(value))).toEqual([])
  await signIn(page, url, me, PASSWORD)
  const said = async () => {
    const { note, version } = await admin.need<Branch>('GET', `/dealer-branch/${id}`)
    return `${note} ${version}`
  }
  await expect.poll(said, { timeout: 120_000, interval: 1_000 }).toBe('Long away 2')
  await banner.waitFor({ state: 'detached' })
})

it('a device that was away for longer than the feed goes back loads everything again, with its list in sight', async () => {
  await page.goto(`${url}/dealer-branch/dealer-branch-list?q=${mark}`)
  const rows = page.getByRole('grid').locator('[data-row]')
  await rows.nth(9).waitFor()
  // As text: a compiled function would refer to helpers that the page does not have.
  await page.evaluate(`(() => {
    window.fewest = Infinity
    const look = () => (window.fewest = Math.min(window.fewest, document.querySelectorAll('[role=grid] [data-row]').length))
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
    look()
  })()`)
  let resets = 0
  let loads = 0
  let loaded = 0
  await context.route('**/api/sync/pull?*', async route => {
    if (resets > 0) return route.continue()
    resets += 1
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), changes: [], reset: 'too_old' } })
  })
  await context.route('**/api/sync/snapshot*', async route => {
    loads += 1
    await new Promise(resolve => setTimeout(resolve, 1_000))
    await route.fulfill({ response: await route.fetch() })
    loaded += 1
  })
  const [first] = branches
  const { version } = await admin.need<Branch>('GET', `/dealer-branch/${first}`)
  await admin.need('PATCH', `/dealer-branch/${first}`, { name: `Renamed ${mark}` }, version)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByRole('link', { name: `Renamed ${mark}` }).waitFor({ timeout: 120_000 })
  // The list asks the server itself, and may have its answer before the device begins to load.
  await expect.poll(() => [resets, loads > 0]).toEqual([1, true])
  await expect.poll(() => loads - loaded).toBe(0)
  expect(await page.evaluate('window.fewest')).toBeGreaterThan(8)
})
