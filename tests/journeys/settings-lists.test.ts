import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import { apiAs, makePerson, makeRole, PASSWORD } from '../support/api.ts'
import { complaintsOf, controlled, launch, signIn, withoutWorker } from '../support/browser.ts'
import { labels, openList } from '../support/settings-list.ts'
import { everythingStored, storedRows } from '../support/stored.ts'

const url = inject('productUrl')
/** Of everybody's oldest sessions the server ends some: these pages share theirs with no other file. */
const keeper = `keeper${randomUUID().slice(0, 6)}`
let browser: Browser
beforeAll(async () => {
  browser = await launch()
  const admin = await apiAs(url)
  const { id } = await makeRole(admin, keeper, allPermissions)
  await makePerson(url, admin, keeper, [id])
})
afterAll(() => browser.close())

const open = (page: Page, path: string) => openList(page, url, path)
const add = async (page: Page, label: string) => {
  const form = page.getByRole('form', { name: /^Add / })
  await form.getByRole('textbox', { name: 'Label' }).fill(label)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('grid').getByText(label, { exact: true }).waitFor()
}

let context: BrowserContext
let page: Page
let complaints: string[]
const signInOn = async (options: BrowserContextOptions) => {
  context = await browser.newContext({ ...options, viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, url, keeper, PASSWORD)
}
afterEach(() => expect(complaints.splice(0)).toEqual([]))

describe('the settings lists, as a person keeps them at a desk', () => {
  beforeAll(() => signInOn(withoutWorker))
  afterAll(() => context.close())

  it('shows another device what was added and reordered, without a reload', async () => {
    await open(page, 'return-reason-list')
    const other = await browser.newContext(withoutWorker)
    const there = await other.newPage()
    await signIn(there, url, keeper, PASSWORD)
    await open(there, 'return-reason-list')

    const label = `Cracked in transit ${randomUUID().slice(0, 8)}`
    await add(page, label)
    await there.getByRole('grid').getByText(label, { exact: true }).waitFor()

    await page.getByRole('button', { name: `Move ${label}` }).press('Alt+ArrowUp')
    await expect.poll(async () => (await labels(page)).at(-2)).toBe(label)
    await expect.poll(async () => (await labels(there)).at(-2)).toBe(label)
    await other.close()
  })

  it('shows a second tab of the same device the change at once', async () => {
    await open(page, 'dead-reason-list')
    const second = await context.newPage()
    await open(second, 'dead-reason-list')
    const label = `Moved abroad ${randomUUID().slice(0, 8)}`
    await add(page, label)
    await second.getByRole('grid').getByText(label, { exact: true }).waitFor()
  })

  it('answers bad input beside the field and keeps it', async () => {
    await open(page, 'source-list')
    const form = page.getByRole('form', { name: /^Add / })
    const box = form.getByRole('textbox', { name: 'Label' })
    await box.fill('Website')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true')
    const beside = await page.locator(`[id="${(await box.getAttribute('aria-describedby')) ?? ''}"]`).textContent()
    expect(beside).toMatch(/already/i)
    expect(await box.inputValue()).toBe('Website')
  })
})

describe('the settings lists, as a person keeps them away from the network', () => {
  beforeAll(() => signInOn({}))
  afterAll(() => context.close())

  it('still has the lists after a reload without a network, and says how old they are', async () => {
    await open(page, 'courier-list')
    const before = await labels(page)
    await controlled(page)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('grid').getByRole('row').nth(2).waitFor()
    expect(await labels(page)).toEqual(before)
    await page
      .getByText(/^Offline · lists from \S/)
      .first()
      .waitFor()

    const cold = await context.newPage()
    await cold.goto(`${url}/settings/city-list`)
    await cold.getByRole('grid').getByText('Pune', { exact: true }).first().waitFor()
    await context.setOffline(false)
  })

  it('keeps a new one on the device when the network is gone, and sends it when it is back', async () => {
    await open(page, 'source-list')
    // Before that the parts that load when the page is idle may still be on their way.
    await controlled(page)
    await context.setOffline(true)
    const label = `Trade fair ${randomUUID().slice(0, 8)}`
    const form = page.getByRole('form', { name: /^Add / })
    await form.getByRole('textbox', { name: 'Label' }).fill(label)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: label })
    await row.getByText('Waiting', { exact: true }).waitFor()
    // What waits does not take the place of how old the rest is.
    await page
      .getByRole('link', { name: /^Offline · Unsent \(1\) · lists from \S/ })
      .first()
      .waitFor()
    await context.setOffline(false)
    await row.getByText('Waiting', { exact: true }).waitFor({ state: 'detached' })
    const { rows } = await (
      await apiAs(url)
    ).need<{ rows: { label: string }[] }>('GET', `/list/source?q=${encodeURIComponent(label)}`)
    expect(rows.map(row => row.label)).toEqual([label])
  })

  it('leaves none of fifty planted values anywhere after signing out', async () => {
    await open(page, 'deliverable-list')
    const planted = Array.from({ length: 50 }, () => `Planted ${randomUUID()}`)
    await page.getByRole('textbox', { name: 'Items to paste' }).fill(planted.join('\n'))
    await page.getByRole('button', { name: 'Add 50 items' }).click()
    // Until they are added the box holds unsaved work, and leaving would ask.
    await page.getByRole('button', { name: 'Add 50 items' }).waitFor({ state: 'hidden' })
    const box = page.getByRole('textbox', { name: 'Items to paste' })
    await expect.poll(async () => (await box.count()) === 0 || (await box.inputValue()) === '').toBe(true)
    await page
      .getByText(/Up to date/)
      .first()
      .waitFor()
    const last = planted.at(-1) as string
    await expect.poll(() => storedRows(page).then(text => text.includes(last))).toBe(true)
    const before = await everythingStored(context, page)
    expect(planted.filter(value => !before.includes(value))).toEqual([])

    await page
      .getByRole('button', { name: /^Account/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in/)
    const after = await everythingStored(context, page)
    expect(planted.filter(value => after.includes(value))).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})
