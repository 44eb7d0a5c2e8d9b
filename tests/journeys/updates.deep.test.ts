import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UnsentExport } from '#src/offline/outbox/export-format.ts'
import { allOf, apiAs } from '../support/api.ts'
import { away, byPagesOnly, controlled, launch, signIn } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import {
  hoursNext,
  hoursNow,
  makeNextRelease,
  NEXT_CHANGE,
  NEXT_INDEX,
  NEXT_OP_VERSION,
  type Release,
} from '../support/next-release.ts'
import { startProduct, type Product } from '../support/process.ts'
import { isKept, openIn, plantChanges } from '../support/queue-in-page.ts'
import { waker } from '../support/waker.ts'

/**
 * Two real releases on one address: this one, and the next one with other words for a change and another index on the device. A
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
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[src^="/assets/index-"]')!.src)
/** A table of whoever is signed in: its version on this device, what it is looked up by, and what is in it. */
const storeOf = (page: Page, store: string) =>
  page.evaluate(async store => {
    const { name } = (await indexedDB.databases()).find(({ name }) => name?.startsWith('caredesk-u-')) ?? {}
    const wait = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error!))
      })
    const db = await wait(indexedDB.open(name!))
    const table = db.transaction(store).objectStore(store)
    const kept = { version: db.version, indexes: [...table.indexNames], numbers: await wait(table.getAllKeys()) }
    db.close()
    return kept
  }, store)
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

/** This release, open on a device that has the next one beside it already; only pages send. */
async function openBesideNext(path = '/home') {
  await serve(null)
  const { context, page } = await openOld()
  await byPagesOnly(page)
  await page.goto(`${product.url}${path}`)
  const build = await buildOf(page)
  await serve(next)
  await lookForUpdate(page)
  await banner(page).waitFor({ timeout: 120_000 })
  let loads = 0
  page.on('load', () => void (loads += 1))
  return {
    context,
    page,
    /** What a page asks while the next worker takes over must not wake the old one, which would then stay in its place. */
    asksWithoutPause: () => page.evaluate(() => void setInterval(() => void fetch('/api/nothing').catch(() => {}), 20)),
    loadNext: () => page.getByRole('button', { name: 'Load it now' }).click(),
    /** Is it the page that it was, with the next release still waiting? */
    async staysOld() {
      expect(loads).toBe(0)
      expect(await buildOf(page)).toBe(build)
      const waiting = () => navigator.serviceWorker.getRegistration().then(registration => registration?.waiting?.state)
      expect(await page.evaluate(waiting)).toBe('installed')
    },
    async isNext() {
      await expect.poll(() => loads).toBeGreaterThan(0)
      await expect.poll(() => buildOf(page)).not.toBe(build)
      await banner(page).waitFor({ state: 'detached' })
    },
    hasLoaded: () => loads > 0,
  }
}

/** The names that tabs of this browser hold, or wait for. */
const locks = (page: Page, how: 'held' | 'pending') =>
  page.evaluate(async how => ((await navigator.locks.query())[how] ?? []).map(({ name }) => name ?? ''), how)

it('an update in the middle of sending waits until all of it is sent, and nothing is sent twice', async () => {
  const admin = await apiAs(product.url)
  const branches: number[] = []
  for (let at = 0; at < 60; at += 1)
    branches.push((await admin.need<{ id: number }>('POST', '/dealer-branch', { name: `Mid-drain ${at}` })).id)
  const { context, page, asksWithoutPause, loadNext, staysOld, isNext, hasLoaded } = await openBesideNext()
  const sent: { mids: string[]; build: string | undefined }[] = []
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  const comeBack = await away(page, async route => {
    const { ops } = route.request().postDataJSON() as { ops: { mid: string }[] }
    sent.push({ mids: ops.map(({ mid }) => mid), build: route.request().headers()['x-build'] })
    await held
    await route.continue()
  })
  await plantChanges(page, 'dealerBranch', branches, { note: 'From the device' })
  expect(await openIn(page)).toHaveLength(60)

  const failed: string[] = []
  page.on('requestfailed', request => failed.push(request.url()))
  await comeBack()
  await expect.poll(() => sent.length).toBe(1)
  // The service worker waits for its turn meanwhile, and must not stay for it in the place of the next one.
  const wake = await waker(context, product.url)
  await wake(false)

  await loadNext()
  // It stands behind whoever sends; without that it would have loaded.
  const waits = async () => hasLoaded() || (await locks(page, 'pending')).some(name => name.startsWith('send:'))
  await expect.poll(waits).toBe(true)
  await page.waitForTimeout(2_000)
  await staysOld()
  expect(sent).toHaveLength(1)

  await asksWithoutPause()
  letGo()
  await isNext()
  expect(failed.filter(url => url.includes('/sync/push'))).toEqual([])
  await expect.poll(() => openIn(page)).toEqual([])
  const mids = sent.flatMap(({ mids }) => mids)
  expect([mids.length, new Set(mids).size]).toEqual([60, 60])
  expect(sent.length).toBeGreaterThan(1)
  expect(sent.map(({ build }) => build)).not.toContain(next.build)
  for (const id of branches) {
    const row = await admin.need<{ note: string; version: number }>('GET', `/dealer-branch/${id}`)
    expect([row.note, row.version]).toEqual(['From the device', 2])
  }
  await context.close()
})

it('an update while the service worker sends waits until all of it is sent, and nothing is sent twice', async () => {
  const admin = await apiAs(product.url)
  const labels = Array.from({ length: 1_000 }, (_, n) => ({ label: `By the worker ${n}` }))
  await admin.need('POST', '/list/city/paste', { items: labels })
  type City = { id: number; colour: string | null; version: number }
  const cities = () => allOf<City>(admin, `/list/city?q=${encodeURIComponent('By the worker')}`)
  const ids = (await cities()).map(({ id }) => id)
  const { context, page, loadNext, staysOld, isNext, hasLoaded } = await openBesideNext()
  const wake = await waker(context, product.url)
  // Only the page has no network: whatever arrives comes from the worker.
  const devtools = await context.newCDPSession(page)
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { offline: true, ...unlimited })
  await plantChanges(page, 'city', ids, { colour: '#0d6673' })
  await wake(false)
  const left = async () => (await openIn(page)).length
  await expect.poll(left).toBeLessThan(ids.length)

  await loadNext()
  const waits = async () => hasLoaded() || (await locks(page, 'pending')).some(name => name.startsWith('send:'))
  await expect.poll(waits).toBe(true)
  await staysOld()
  expect(await left()).toBeGreaterThan(0)
  await isNext()
  expect(await left()).toBe(0)
  const done = (await cities()).filter(({ colour, version }) => colour === '#0d6673' && version === 2)
  expect(done).toHaveLength(ids.length)
  await context.close()
})

it('a photo that was half sent keeps the update waiting while a piece is on its way, and goes on after it where it stopped', async () => {
  const admin = await apiAs(product.url)
  const { id } = await admin.need<{ id: number }>('POST', '/dealer-branch', { name: 'With a photo' })
  const { context, page, loadNext, staysOld, isNext } = await openBesideNext(
    `/dealer-branch/dealer-branch-details/${id}?tab=files`,
  )
  await page.getByText('No files yet').waitFor()

  // The first piece arrives. The second one is on its way until the line breaks.
  const pieces: { from: number; build: string | undefined }[] = []
  let breaks = () => {}
  const broken = new Promise<void>(resolve => (breaks = resolve))
  let isBroken = false
  await page.route('**/api/file/*/upload?*', async route => {
    const from = Number(new URL(route.request().url()).searchParams.get('offset'))
    pieces.push({ from, build: route.request().headers()['x-build'] })
    if (isBroken || from === 0) return route.continue()
    await broken
    return route.abort('internetdisconnected')
  })
  const bytes = Buffer.from(`%PDF-1.4\n${'x'.repeat(3_000_000)}\n%%EOF`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'half.pdf', mimeType: 'application/pdf', buffer: bytes })
  await expect.poll(() => pieces.length).toBe(2)
  const [, second] = pieces
  await loadNext()
  await page.getByText('A file is being sent.').waitFor()
  await staysOld()

  await context.setOffline(true)
  isBroken = true
  breaks()
  const sends = async () => (await locks(page, 'held')).some(name => name.startsWith('caredesk-upload-'))
  await expect.poll(sends).toBe(false)
  await loadNext()
  await isNext()
  expect(pieces).toHaveLength(2)

  await context.setOffline(false)
  const filesOf = async () => {
    const path = `/dealer-branch/${id}/files`
    const { files } = await admin.need<{ files: { name: string; size: number; received: number | null }[] }>(
      'GET',
      path,
    )
    return files.map(({ name, size, received }) => [name, size, received])
  }
  await expect.poll(filesOf).toEqual([['half.pdf', bytes.length, null]])
  expect(second!.from).toBeGreaterThan(0)
  expect(pieces.slice(2).map(({ from }) => from)).toEqual([second!.from, 2 * second!.from])
  expect(pieces.map(({ build }) => build === next.build)).toEqual([false, false, true, true])
  await context.close()
})

it('what waits in the words of the old release is sent in those of the next one, from a store with its new index', async () => {
  const admin = await apiAs(product.url)
  const { id } = await admin.need<{ id: number }>('POST', '/dealer-branch', { name: 'In other words' })
  const { context, page, loadNext, staysOld, isNext } = await openBesideNext(`/dealer-branch/dealer-branch-edit/${id}`)
  const hours = page.getByLabel('Opening hours', { exact: true })
  await hours.waitFor()
  await expect.poll(() => isKept(page, 'dealerBranch', id)).toBe(true)
  const sent: unknown[] = []
  const comeBack = await away(page, async route => {
    const { ops } = route.request().postDataJSON() as { ops: unknown[] }
    sent.push(...ops)
    await route.continue()
  })
  await hours.fill(hoursNow)
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
  const [waiting] = await openIn(page)
  expect(waiting).toMatchObject({ op: 'dealerBranch.change', opV: NEXT_OP_VERSION - 1, args: { hours: hoursNow } })
  const before = await storeOf(page, 'rec_dealerBranch')
  expect(before.indexes).not.toContain(NEXT_INDEX)
  await staysOld()

  await loadNext()
  await isNext()
  await page.getByRole('link', { name: 'Waiting', exact: true }).first().waitFor()
  const after = await storeOf(page, 'rec_dealerBranch')
  expect(after).toEqual({
    version: before.version + 10,
    indexes: [...before.indexes, NEXT_INDEX],
    numbers: before.numbers,
  })
  // On the device it stays as it was written.
  const { mid, opV, args } = waiting!
  expect(await openIn(page)).toMatchObject([{ mid, opV, args }])

  await comeBack()
  await expect.poll(() => openIn(page)).toEqual([])
  expect(sent).toMatchObject([{ mid, opV: NEXT_OP_VERSION, args: { hours: hoursNext } }])
  const row = await admin.need('GET', `/dealer-branch/${id}`)
  expect(row).toMatchObject({ hours: hoursNext, version: 2 })
  await context.close()
})

/** What the page of the last resort saves of the one change that waits. */
async function rescued(page: Page): Promise<UnsentExport['ops']> {
  await page.getByRole('link', { name: 'Save unsent work' }).first().click()
  await page.getByRole('heading', { name: 'Your work on this device' }).waitFor()
  expect(await page.locator('[data-fact=changes] dd').textContent()).toBe('1')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  return (JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as UnsentExport).ops
}

/** Nothing that is sent arrives before it may; what arrives then. */
async function holdBack(context: BrowserContext): Promise<{ sent: unknown[]; mayGo: () => void }> {
  const sent: unknown[] = []
  let isHeld = true
  await context.route('**/api/sync/push', async route => {
    if (isHeld) return route.abort('internetdisconnected')
    const { ops } = route.request().postDataJSON() as { ops: unknown[] }
    sent.push(...ops)
    return route.continue()
  })
  return { sent, mayGo: () => void (isHeld = false) }
}

it('a server that goes back to the old release leaves what waits as it is: it is said, counted, saved to a file, and sent once by the next release', async () => {
  const admin = await apiAs(product.url)
  const { id } = await admin.need<{ id: number }>('POST', '/dealer-branch', { name: 'Gone back' })
  const { context, page, loadNext, isNext } = await openBesideNext(`/dealer-branch/dealer-branch-edit/${id}`)
  const hours = page.getByLabel('Opening hours', { exact: true })
  await hours.waitFor()
  await expect.poll(() => isKept(page, 'dealerBranch', id)).toBe(true)
  await loadNext()
  await isNext()
  const { sent, mayGo } = await holdBack(context)
  await hours.fill(hoursNext)
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
  const [waiting] = await openIn(page)
  const { mid, opV, args } = waiting!
  expect([opV, args]).toEqual([NEXT_OP_VERSION, { hours: hoursNext }])
  const before = await storeOf(page, 'rec_dealerBranch')
  expect(before.indexes).toContain(NEXT_INDEX)

  const loadTheOther = async () => {
    await lookForUpdate(page)
    // Where this version is too old, that is what the one notice says.
    const load = page.getByRole('button', { name: 'Load it now' })
    await load.waitFor({ timeout: 120_000 })
    const loaded = page.waitForEvent('load')
    await load.click()
    await loaded
  }
  await serve(null)
  await loadTheOther()
  await page.getByText('This version of the app is too old').waitFor()
  await page.getByText('the server has gone back to this one').waitFor()
  await page.getByRole('link', { name: 'Unsent (1)' }).click()
  await page.getByText('1 change is not sent and cannot be opened now').waitFor()
  await page
    .getByRole('button', { name: /^Account of/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByText('1 change is not sent', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stay', exact: true }).click()
  expect(await rescued(page)).toMatchObject([{ mid, opV, args }])
  expect(await storeOf(page, 'rec_dealerBranch')).toEqual(before)

  await serve(next)
  await page.goto(`${product.url}/outbox`)
  await page.getByText('This version of the app is too old').waitFor()
  await loadTheOther()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  expect(await openIn(page)).toMatchObject([{ mid, opV, args }])
  mayGo()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => openIn(page)).toEqual([])
  expect(sent).toMatchObject([{ mid, opV, args }])
  expect(await admin.need('GET', `/dealer-branch/${id}`)).toMatchObject({ hours: hoursNext, version: 2 })
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

it('a build that is too old is told to update before it sends, keeps what waits, and sends it then', async () => {
  await serve(null)
  const { context, page } = await openOld()
  const admin = await apiAs(product.url)
  const { id } = await admin.need<{ id: number }>('POST', '/dealer-branch', { name: 'Kept for the next release' })
  const args = { note: 'Said by a build that is too old' }
  await context.setOffline(true)
  await plantChanges(page, 'dealerBranch', [id], args)
  await serve(null, { OLDEST_BUILD: next.build })
  await context.setOffline(false)
  await page.getByText('Update to send.').waitFor({ timeout: 120_000 })
  await page.getByText('Your work is safe on this device').waitFor()
  const refused = { op: 'dealerBranch.change', id, state: 'pending', args }
  await expect.poll(() => openIn(page)).toMatchObject([refused])
  await serve(next, { OLDEST_BUILD: next.build })
  await expect.poll(() => openIn(page)).toMatchObject([refused])
  await page.getByRole('button', { name: 'Look again' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Load it now' }).click({ timeout: 120_000 })
  await loaded
  await page.getByText('Up to date').first().waitFor()
  await page.getByText('Update to send.').waitFor({ state: 'detached' })
  await expect.poll(() => openIn(page)).toEqual([])
  expect(await admin.need('GET', `/dealer-branch/${id}`)).toMatchObject({ ...args, version: 2 })
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
  await page.getByText('Up to date').first().waitFor()
  expect(await left()).toEqual({ workers: 0, caches: 0 })
  expect(await kept()).toEqual(before)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await serve(next)
  await page.reload()
  await controlled(page)
  await context.close()
})
