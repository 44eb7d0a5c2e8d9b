import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { UnsentExport } from '#src/offline/outbox/export-format.ts'
import { allPermissions } from '#contract/permissions.ts'
import { apiAs, makePerson, makeRole, PASSWORD } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { complaintsOf, controlled, launch, quicken, signIn } from '../support/browser.ts'
import { isKept, openIn } from '../support/queue-in-page.ts'

/** What waits on a device can be counted, saved and sent, whatever has become of the app. */
const url = inject('productUrl')
const mark = Date.now().toString(36)
// An administrator who signs in on ten other devices meanwhile is signed out here.
const keeper = `rescue${mark}`
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  const admin = await apiAs(url)
  const { id: role } = await makeRole(admin, keeper, allPermissions)
  await makePerson(url, admin, keeper, [role])
  browser = await launch()
  context = await browser.newContext({ acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  await signIn(page, url, keeper, PASSWORD)
  await controlled(page)
})
afterAll(() => browser.close())

const field = (name: string) => page.getByLabel(name, { exact: true })
const fact = (name: string) => page.locator(`[data-fact=${name}] dd`)

/** Every script of the app that the device holds is a mistake. */
const breakApp = () =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (/\/assets\/(?!rescue).*\.js$/.test(new URL(request.url).pathname))
          await cache.put(
            request,
            new Response('throw new Error("broken")', { headers: { 'content-type': 'text/javascript' } }),
          )
    }
  })

it('work that was made without a connection is saved to a file and sent, though the app does not start any more', async () => {
  await page.goto(`${url}/dealer-branch/dealer-branch-create`)
  await field('Name').waitFor()
  await context.setOffline(true)
  await field('Name').fill(`Rescued ${mark}`)
  await field('Note').fill('Before the break')
  await page
    .getByRole('button', { name: /^Save(?! and)/ })
    .first()
    .click()
  await expect.poll(async () => (await openIn(page)).length, { timeout: 90_000 }).toBe(1)
  await page.goto(`${url}/dealer-branch/dealer-branch-create`)
  await field('Name').fill(`Half a branch ${mark}`)
  await page.getByText('Draft kept on this device').waitFor()

  await breakApp()
  const complaints = complaintsOf(page)
  await page.goto(`${url}/rescue.html`)
  await page.getByRole('heading', { name: 'Your work on this device' }).waitFor()
  expect(await fact('changes').textContent()).toBe('1')
  expect(await fact('drafts').textContent()).toBe('1')
  expect(await barriers(page)).toEqual([])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^caredesk-unsent-\d+-[\d-]+\.json$/)
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as UnsentExport
  expect(file).toMatchObject({ format: 'caredesk-unsent', version: 1, ops: [{ op: 'dealerBranch.create' }] })
  expect(file.drafts).toHaveLength(1)

  const send = page.getByRole('button', { name: 'Send the changes now' })
  await send.click()
  await page.getByText('The server cannot be reached.').waitFor()
  await context.setOffline(false)

  // A tab that hangs in the middle of its sending would keep its turn for ever.
  const [hanging, besideIt] = [await context.newPage(), await context.newPage()]
  await hanging.goto(`${url}/rescue.html`)
  await hanging.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find(({ name }) => name?.startsWith('caredesk-u-'))!
    const turn = `send:${name!.replace('caredesk-u-', '')}`
    await new Promise(resolve => void navigator.locks.request(turn, () => new Promise(() => resolve(null))))
  })
  await quicken(besideIt)
  await besideIt.goto(`${url}/rescue.html`)
  await besideIt.getByRole('button', { name: 'Send the changes now' }).click()
  await besideIt.getByText('Another tab of the app is sending.').waitFor()
  await besideIt.getByText('1 of 1 changes are with the server.').waitFor()
  await hanging.close()
  await besideIt.close()

  await send.click()
  await page.getByText('1 of 1 changes are with the server.').waitFor()
  await page.getByRole('cell', { name: 'Sent', exact: true }).waitFor()
  expect(complaints).toEqual([])
  const admin = await apiAs(url)
  const [op] = file.ops
  expect(await admin.need('GET', `/dealer-branch/${op!.id}`)).toMatchObject({ name: `Rescued ${mark}`, version: 1 })
  expect(await openIn(page)).toHaveLength(1)

  // The app comes back whole from the server, and learns that nothing is left to be sent.
  await page.getByRole('button', { name: 'Load the app again from the server' }).click()
  await page.waitForURL(/\/home$/)
  // Whoever decides about others' stuck work is told of that instead, where other journeys have left some.
  await page
    .getByText(/Up to date|Needs your decision/)
    .first()
    .waitFor()
  await expect.poll(async () => (await openIn(page)).length, { timeout: 90_000 }).toBe(0)
  expect(await admin.need('GET', `/dealer-branch/${op!.id}`)).toMatchObject({ version: 1 })
})

it('the page about this device says what it is like, and its report can be handed on', async () => {
  await page.goto(`${url}/home`)
  await page
    .getByRole('button', { name: /^Account of/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'About this device' }).click()
  await page.getByRole('heading', { name: 'Room on this device' }).waitFor()
  await controlled(page)
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByText('The same version').waitFor()
  await page.getByRole('button', { name: 'Copy report' }).click()
  await page.getByText('Report copied').waitFor()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toMatch(/^build: \d+\.\d+\.\d+-[0-9a-z]+$/m)
  expect(report).toMatch(/^storage quota: \d+$/m)
  expect(report).toMatch(/^unsent: changes 0, decisions 0, files 0, drafts 1, sealed 0$/m)
  expect(report).toMatch(/^databases: caredesk-device \d+, caredesk-u-\d+ \d+$/m)
  expect(report).not.toContain(mark)
})

it('an old build stops writing when a newer one upgrades the database, refuses to open it, and shows the way to the work', async () => {
  const admin = await apiAs(url)
  const { id } = await admin.need<{ id: number }>('POST', '/dealer-branch', { name: `Upgraded ${mark}` })
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  await field('Note').waitFor()
  await expect.poll(() => isKept(page, 'dealerBranch', id)).toBe(true)
  await context.setOffline(true)
  const save = () => page.keyboard.press('Control+s')
  await field('Note').fill('Before the upgrade')
  await save()
  await page.getByText('Saved on this device').first().waitFor()
  const [{ mid, op, opV, base } = {}] = await openIn(page)
  // Whether the upgrade comes into the middle of a try is left to the moment: then it is claimed as well.
  const waiting = { mid, op, opV, base, id, args: { note: 'Before the upgrade' }, open: 1 }
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  await field('Note').waitFor()

  const name = (await page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name))).find(
    name => name.startsWith('caredesk-u-'),
  )!
  const other = await context.newPage()
  await other.goto(`${url}/rescue.html`)
  await other.evaluate(
    name =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 990)
        request.addEventListener('success', () => resolve(request.result.close()))
        request.addEventListener('error', () => reject(request.error!))
      }),
    name,
  )
  await page.getByText('A newer version is open in another tab').waitFor()
  await page.bringToFront()
  await field('Note').fill('After the upgrade')
  await save()
  await page.getByText('This device could not read its own store.').first().waitFor()
  expect(await field('Note').inputValue()).toBe('After the upgrade')

  page.on('dialog', dialog => void dialog.accept())
  await page.reload()
  await page.getByText('This version of the app is too old').waitFor()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Unsent (1)' }).click()
  await page.getByText('1 change is not sent and cannot be opened now').waitFor()
  const version = () =>
    page.evaluate(async name => (await indexedDB.databases()).find(one => one.name === name)?.version, name)
  expect(await version()).toBe(990)
  expect(await openIn(page)).toMatchObject([waiting])
  await page.getByRole('link', { name: 'Save unsent work', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Your work on this device' }).waitFor()
  expect([await fact('changes').textContent(), await fact('drafts').textContent()]).toEqual(['1', '1'])
  expect(await version()).toBe(990)
  expect(await admin.need('GET', `/dealer-branch/${id}`)).toMatchObject({ note: null, version: 1 })
})
