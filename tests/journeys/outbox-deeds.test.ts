import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { byPagesOnly, complaintsOf, holdSending, launch, readyForOffline, signIn } from '../support/browser.ts'
import { openList } from '../support/settings-list.ts'
import { storedRows } from '../support/stored.ts'

/** What a person can do about work that was refused, or that is not wanted any more. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const me = `deeds${mark}`

type Branch = { id: number; version: number; name: string; hours: string | null; note: string | null }

let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
let complaints: string[]

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const codes = ['52-a', '52-b', '52-c', '52-d', '100-a', '100-b', '100-c', '100-d']
  const { id: role } = await makeRole(admin, `Deeds ${mark}`, codes)
  await makePerson(url, admin, me, [role])
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  // What is not to be sent must not be: the browser has a network all the same, and would wake the worker now and then.
  await byPagesOnly(context)
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, url, me, PASSWORD)
  await readyForOffline(page, url)
})
afterEach(() => context.setOffline(false))
afterAll(async () => {
  await browser?.close()
  expect(complaints).toEqual([])
})

const branch = (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`)
const makeBranch = (name: string) => admin.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })
const called = async (module: string, name: string) =>
  (await admin.need<{ rows: Branch[] }>('GET', `/${module}?q=${encodeURIComponent(name)}`)).rows
const items = () => page.locator('[data-op-box]')
const outbox = async () => {
  await page
    .getByRole('link', { name: /Unsent|Needs your decision|Not accepted/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Outbox' }).waitFor()
}
const save = async () => {
  await page.keyboard.press('Control+s')
  await page.waitForURL(/-(details|history)\//)
}
const change = async (id: number, field: string, value: string) => {
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  await page.getByLabel(field, { exact: true }).fill(value)
  await save()
}

it('corrects what was refused, and sends it in its place', async () => {
  const taken = `Trade fair ${mark}`
  await openList(page, url, 'source-list')
  await context.setOffline(true)
  const form = page.getByRole('form', { name: /^Add / })
  await form.getByRole('textbox', { name: 'Label' }).fill(taken)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('grid').getByText(taken, { exact: true }).waitFor()
  // Until it is said to wait, its own form would say that it was refused.
  await page.getByText('Saved on this device').first().waitFor()
  // Nobody without a connection could know.
  await admin.need('POST', '/list/source', { label: taken })
  await context.setOffline(false)
  await page.getByRole('link', { name: /Not accepted/ }).waitFor()
  await outbox()
  await page.getByRole('heading', { name: /^Not accepted/ }).waitFor()
  await items().getByText(`There is “${taken}” already.`).first().waitFor()

  await items().getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`There is “${taken}” already.`).waitFor()
  await dialog.getByLabel('Label').fill(`${taken}, autumn`)
  await dialog.getByRole('button', { name: 'Save and send' }).click()
  await page.getByText('Everything is sent').waitFor()
  const rows = await admin.need<{ rows: { label: string }[] }>('GET', '/list/source?limit=100')
  const labels = rows.rows.map(({ label }) => label).filter(label => label.includes(mark))
  expect(labels.toSorted()).toEqual([taken, `${taken}, autumn`])
})

it('asks with their number before it discards what others build on, and discards all of them', async () => {
  const name = `Chain ${mark}`
  await page.goto(`${url}/dealer-branch/dealer-branch-create`)
  await page.getByLabel('Name', { exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await save()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await change(id, 'Opening hours', 'by day')
  await change(id, 'Note', 'by night')
  await outbox()
  await expect.poll(() => items().count()).toBe(3)
  const letGo = await holdSending(page)

  const discard = async () => {
    await items()
      .getByRole('button', { name: `More for ${name}, New branch` })
      .click()
    await page.getByRole('menuitem', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByText('Discard this and 2 that build on it?').waitFor()
  }
  await discard()
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await items().count()).toBe(3)
  await discard()
  await page.getByRole('button', { name: 'Discard all 3' }).click()
  // What was tried once may have reached the server, which is told as soon as it can be.
  await page.getByText(/^3 taken back, unless the server has done them already/).waitFor()
  await expect.poll(() => items().filter({ hasText: 'Saved on this device' }).count()).toBe(0)
  await letGo()
  await context.setOffline(false)
  await page.getByText('Everything is sent').waitFor()
  await page.goto(`${url}/dealer-branch/dealer-branch-details/${id}`)
  await page.getByText('This branch is not there').waitFor()
  expect(await called('dealer-branch', name)).toEqual([])
})

it('deletes what is not sent for whoever types how many they are, and nothing of it is ever sent', async () => {
  const made = await Promise.all([makeBranch('First'), makeBranch('Second')])
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${made[0].id}`)
  await page.getByLabel('Note', { exact: true }).waitFor()
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${made[1].id}`)
  await page.getByLabel('Note', { exact: true }).waitFor()
  // The page may have it from the server; without that, only what has come to the device can be opened.
  const stored = () => storedRows(page)
  for (const { name } of made) await expect.poll(stored).toContain(name)
  await context.setOffline(true)
  for (const { id } of made) await change(id, 'Note', `unwanted ${mark}`)
  await holdSending(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete 2 changes' }).click()
  await dialog.getByLabel('Type 2 to delete').fill('2')
  await dialog.getByRole('button', { name: 'Delete 2 changes' }).click()
  await page.waitForURL(/sign-in/)

  await context.setOffline(false)
  await signIn(page, url, me, PASSWORD)
  await page.goto(`${url}/outbox`)
  await page.getByText('Everything is sent').waitFor()
  for (const { id } of made) expect(await branch(id)).toMatchObject({ note: null, version: 1 })
})
