import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../support/api.ts'
import { byPagesOnly, controlled, launch, signIn } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { makeNextRelease, NEXT_CHANGE, type Release } from '../support/next-release.ts'
import { startProduct, type Product } from '../support/process.ts'
import { openIn, plantChanges } from '../support/queue-in-page.ts'

/**
 * Two real releases on one address: this one, and the next one with another payload and another schema on the device. A
 * device that has the old one open gets the new one when its people want it, and loses nothing by it.
 */
let browser: Browser
let next: Release
let product: Product
let port: number
const dataDir = join(mkdtempSync(join(tmpdir(), 'caredesk-')), 'data')

beforeAll(async () => {
  next = makeNextRelease()
  port = await freePort()
  ;[browser, product] = await Promise.all([launch(), startProduct({ port, dataDir })])
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  for (const folder of [dataDir, next?.root]) if (folder) rmSync(join(folder, '..'), { recursive: true, force: true })
})

/** Another server takes the place of the one that ran, on the same address and the same data. */
async function serve(release: Release | null, env: Record<string, string> = {}) {
  await product.stop()
  product = await startProduct({ port, dataDir, env, ...(release ? { root: release.root } : {}) })
}

const buildOf = (page: Page) =>
  page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')!
    return script.src
  })
const lookForUpdate = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
const banner = (page: Page) => page.getByText('A new version is ready.')

async function openOld(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, product.url)
  await controlled(page)
  return { context, page }
}

it('an open page is told of the next release, waits, and changes over with all tabs and every draft', async () => {
  const { context, page } = await openOld()
  const before = await buildOf(page)
  const list = await context.newPage()
  await list.goto(`${product.url}/settings/return-reason`)
  await list.getByRole('heading', { level: 1 }).waitFor()

  await page.goto(`${product.url}/dealer-branch/dealer-branch-create`)
  await page.getByLabel('Name', { exact: true }).fill('Half a branch')
  await serve(next)

  // A page that was never opened comes from the device: the server has pieces of another build now.
  await list
    .getByRole('button', { name: /^Account of/ })
    .first()
    .click()
  await list.getByRole('menuitem', { name: 'About this device' }).click()
  await list.getByRole('heading', { name: 'About this device' }).waitFor()
  expect(await buildOf(list)).toBe(before)

  await lookForUpdate(list)
  await banner(list).waitFor({ timeout: 120_000 })
  await list.getByText(NEXT_CHANGE).waitFor()
  await list.getByRole('button', { name: 'Later', exact: true }).click()
  await banner(list).waitFor({ state: 'detached' })
  expect(await buildOf(list)).toBe(before)

  // What is typed in the other tab is a draft by then, and comes back there.
  await banner(page).waitFor()
  await list.reload()
  const reloaded = Promise.all([page.waitForEvent('load'), list.waitForEvent('load')])
  await list.getByRole('button', { name: 'Load it now' }).click()
  await reloaded
  await expect.poll(() => buildOf(list)).not.toBe(before)
  expect(await buildOf(page)).toBe(await buildOf(list))
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a branch')
  await banner(page).waitFor({ state: 'detached' })
  await context.close()
})

it('an update in the middle of sending waits for it, and a photo that was half sent goes on after it', async () => {
  await serve(null)
  const admin = await apiAs(product.url)
  const branches: number[] = []
  for (let at = 0; at < 60; at += 1)
    branches.push((await admin.need<{ id: number }>('POST', '/dealer-branch', { name: `Mid-drain ${at}` })).id)
  const { context, page } = await openOld()
  await byPagesOnly(page)
  const [record] = branches
  await page.goto(`${product.url}/dealer-branch/dealer-branch-details/${record}?tab=files`)
  await page.getByText('No files yet').waitFor()

  // The first piece of the file arrives, the next ones do not.
  let pieces = 0
  await context.route('**/api/file/*/upload?*', route => ((pieces += 1) > 1 ? route.abort() : route.continue()))
  const bytes = Buffer.from(`%PDF-1.4\n${'x'.repeat(3_000_000)}\n%%EOF`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'half.pdf', mimeType: 'application/pdf', buffer: bytes })
  await expect.poll(() => pieces, { timeout: 90_000 }).toBeGreaterThan(1)

  await context.setOffline(true)
  await plantChanges(page, 'dealerBranch', branches, { note: 'From the device' })
  expect(await openIn(page)).toHaveLength(60)
  await serve(next)
  const failed: string[] = []
  page.on('requestfailed', request => void failed.push(request.url()))
  let sendings = 0
  await context.route('**/api/sync/push', async route => {
    sendings += 1
    await new Promise(resolve => setTimeout(resolve, 1_500))
    await route.continue()
  })
  const sending = page.waitForRequest('**/api/sync/push')
  await context.setOffline(false)
  await lookForUpdate(page)
  await sending
  await banner(page).waitFor({ timeout: 120_000 })
  const before = await buildOf(page)
  const loaded = page.waitForEvent('load', { timeout: 120_000 })
  await context.unroute('**/api/file/*/upload?*')
  const apply = page.getByRole('button', { name: 'Load it now' })
  await expect
    .poll(async () => ((await apply.isVisible()) && (await apply.click()), page.url()) && buildOf(page), {
      timeout: 120_000,
    })
    .not.toBe(before)
  await loaded
  expect(sendings).toBeGreaterThan(1)
  expect(failed.filter(url => url.includes('/sync/push'))).toEqual([])

  await expect.poll(() => openIn(page), { timeout: 90_000 }).toEqual([])
  for (const id of branches) {
    const row = await admin.need<{ note: string; version: number }>('GET', `/dealer-branch/${id}`)
    expect([row.note, row.version]).toEqual(['From the device', 2])
  }
  const filesOf = async () =>
    (
      await admin.need<{ files: { name: string; size: number; received: number | null }[] }>(
        'GET',
        `/dealer-branch/${record}/files`,
      )
    ).files
  await expect
    .poll(async () => (await filesOf()).map(({ name, size, received }) => [name, size, received]), { timeout: 120_000 })
    .toEqual([['half.pdf', bytes.length, null]])
  await context.close()
})

it('pieces of the old release are still served, and what never was is missing', async () => {
  const pieces = readdirSync('dist/assets').filter(name => name.endsWith('.js'))
  const served = new Set(readdirSync(join(next.root, 'dist/assets')))
  const gone = pieces.filter(name => !served.has(name))
  expect(gone.length).toBeGreaterThan(3)
  for (const name of gone.slice(0, 5)) {
    const answer = await fetch(`${product.url}/assets/${name}`)
    expect(answer.status, name).toBe(200)
    expect(await answer.text()).toBe(readFileSync(join('dist/assets', name), 'utf8'))
  }
  expect((await fetch(`${product.url}/assets/nothing-a1b2c3.js`)).status).toBe(404)
})

it('a build that is too old is told to update before it sends, and does', async () => {
  await serve(null)
  const { context, page } = await openOld()
  await serve(null, { OLDEST_BUILD: next.build })
  await page.getByText('Update to send.').waitFor({ timeout: 120_000 })
  await page.getByText('Your work is safe on this device').waitFor()
  await serve(next, { OLDEST_BUILD: next.build })
  await page.getByRole('button', { name: 'Look again' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Load it now' }).click({ timeout: 120_000 })
  await loaded
  await page.getByText('Up to date').waitFor()
  await page.getByText('Update to send.').waitFor({ state: 'detached' })
  await context.close()
})

it('a broken release can be taken off the devices: worker and caches go, what people keep stays', async () => {
  const { context, page } = await openOld()
  const kept = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name = '' }) => name).toSorted((a, b) => (a < b ? -1 : 1)),
    )
  const before = await kept()
  expect(before.length).toBeGreaterThan(1)
  await serve(next, { KILL_WORKERS_BEFORE: '9.0.0-zzzzzzzz' })
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).length,
    }))
  await page.goto(`${product.url}/home`)
  await expect.poll(left, { timeout: 90_000 }).toEqual({ workers: 0, caches: 0 })
  await page.reload()
  await page.getByText('Up to date').waitFor()
  expect(await left()).toEqual({ workers: 0, caches: 0 })
  expect(await kept()).toEqual(before)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await serve(next)
  await page.reload()
  await controlled(page)
  await context.close()
})
