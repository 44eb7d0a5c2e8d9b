import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { complaintsOf, controlled, holdSending, launch, signIn } from '../support/browser.ts'

const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const me = `outbox${mark}`

type Branch = { id: number; version: number; name: string; hours: string | null }

let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
const complaints: string[][] = []

const makeBranch = (name: string) => admin.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })
const branch = (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`)
const outbox = () => page.goto(`${url}/outbox`)
const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const editOffline = async (id: number, hours: string) => {
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  await page.getByLabel('Opening hours', { exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByLabel('Opening hours', { exact: true }).fill(hours)
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
}

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const codes = ['52-a', '52-b', '52-c', '52-d', '50-a', '50-b', '50-c', '50-d']
  const { id: role } = await makeRole(admin, `Outbox ${mark}`, codes)
  await makePerson(url, admin, me, [role])
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  complaints.push(complaintsOf(page))
  await signIn(page, url, me, PASSWORD)
  await controlled(page)
})
afterEach(() => context.setOffline(false))
afterAll(async () => {
  await browser.close()
  expect(complaints.flat()).toEqual([])
})

it('keeps a change that is made offline, shows it everywhere, and sends it when the network is back', async () => {
  const { id, name } = await makeBranch('Offline')
  await editOffline(id, '9 to 5')
  await page
    .getByRole('link', { name: /Unsent/ })
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Waiting', exact: true }).waitFor()
  await page
    .getByRole('link', { name: /Unsent/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Outbox' }).waitFor()
  await item(name).getByText('Opening hours').waitFor()
  await item(name).getByText('Saved on this device').waitFor()
  expect(await barriers(page)).toEqual([])
  expect((await branch(id)).hours).toBe(null)
  await context.setOffline(false)
  await page.getByText('Everything is sent').waitFor()
  await expect.poll(async () => (await branch(id)).hours).toBe('9 to 5')
})

/** A change of mine that meets one of the administrator's, made while this device was offline. */
async function clash(name: string): Promise<Branch> {
  const made = await makeBranch(name)
  await editOffline(made.id, 'mine')
  await admin.need('PATCH', `/dealer-branch/${made.id}`, { hours: 'theirs' }, made.version)
  await context.setOffline(false)
  await page
    .getByRole('link', { name: /Needs your decision/ })
    .first()
    .waitFor()
  await outbox()
  return made
}
const card = (name: string) => page.getByRole('article').filter({ hasText: name })

it('asks what becomes of a field that two people changed: mine, theirs, or neither', async () => {
  const kept = await clash('Keep mine')
  await card(kept.name)
    .getByRole('radio', { name: /theirs/ })
    .waitFor()
  expect(await barriers(page)).toEqual([])
  await card(kept.name).getByRole('button', { name: 'Save my choice' }).click()
  await expect.poll(async () => (await branch(kept.id)).hours).toBe('mine')

  const left = await clash('Take theirs')
  await card(left.name)
    .getByRole('radio', { name: /theirs/ })
    .check()
  await card(left.name).getByRole('button', { name: 'Save my choice' }).click()
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  await card(left.name).waitFor({ state: 'detached' })
  expect((await branch(left.id)).hours).toBe('theirs')

  const edited = await clash('Edit')
  await card(edited.name).getByRole('button', { name: 'Edit Opening hours' }).click()
  await page.getByRole('dialog').getByLabel('Opening hours').fill('both of us')
  await page.getByRole('button', { name: 'Take this' }).click()
  await card(edited.name).getByRole('button', { name: 'Save my choice' }).click()
  await expect.poll(async () => (await branch(edited.id)).hours).toBe('both of us')
  await page.getByText('Everything is sent').waitFor()
})

it('exports what waits, takes it in twice without harm, and discards it with a question', async () => {
  const made = await makeBranch('Export')
  await editOffline(made.id, 'exported')
  await page
    .getByRole('link', { name: /Unsent/ })
    .first()
    .click()
  await item(made.name).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export unsent work' }).click(),
  ])
  const path = await download.path()
  const file = JSON.parse(readFileSync(path, 'utf8')) as { format: string; ops: { id: number }[] }
  expect(file.format).toBe('caredesk-unsent')
  expect(file.ops.map(({ id }) => id)).toEqual([made.id])
  const take = () => page.getByLabel('File of unsent work').setInputFiles(path)
  await take()
  await page.getByText('Nothing in it is new here.').waitFor()
  expect(await item(made.name).count()).toBe(1)

  const letGo = await holdSending(page)
  const change = item(made.name).getByRole('button', { name: 'Opening hours', exact: true })
  await change.press('Enter')
  await item(made.name).getByText('exported').waitFor()
  await change.press('Delete')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  // What was tried once stays until the server has been told that it is taken back.
  await expect.poll(() => item(made.name).getByText('Saved on this device').count()).toBe(0)
  await letGo()
  await context.setOffline(false)
  await page.getByText('Everything is sent').waitFor()
  expect((await branch(made.id)).hours).toBe(null)
  // Withdrawn is withdrawn: the same file brings it back no more.
  await take()
  await page.getByText('Nothing in it is new here.').waitFor()
  expect((await branch(made.id)).hours).toBe(null)
})

it('asks at signing out, keeps by default, and deletes only for who types the number', async () => {
  const made = await makeBranch('Leave')
  await editOffline(made.id, 'left behind')
  const leave = async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account of/ })
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await leave()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 change is not sent').waitFor()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'detached' })
  await leave()
  await dialog.getByRole('button', { name: 'Delete 1 change' }).click()
  await dialog.getByLabel('Type 1 to delete').fill('2')
  await dialog.getByRole('button', { name: 'Delete 1 change' }).click()
  await dialog.getByText('Type the number 1.').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'detached' })
  await leave()
  await dialog.getByText('1 change is not sent').waitFor()
  // Whatever has the focus as it opens, for whoever presses the key without reading.
  await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] button'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/sign-in/)
  await page.getByText('1 unsent change waits on this device').waitFor()
  await context.setOffline(false)
  await signIn(page, url, me, PASSWORD)
  await expect.poll(async () => (await branch(made.id)).hours).toBe('left behind')
})
