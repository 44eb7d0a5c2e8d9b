import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs } from '../support/api.ts'
import { complaintsOf, launch, signIn, withoutWorker } from '../support/browser.ts'
import { startProduct, type Product } from '../support/process.ts'

/** The sample business has people with different rights, and branches that stand in its cities. */
let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct({ env: { CAREDESK_DEMO: '1', NODE_ENV: 'development', DRAIN_SECONDS: '0' } })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

/** Everybody has a device of their own, on which they are signed in from the first time on. */
const devices = new Map<string, BrowserContext>()
const enter = async (username: string) => {
  const known = devices.get(username)
  const context = known ?? (await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 900 } }))
  devices.set(username, context)
  const page = await context.newPage()
  if (!known) await signIn(page, product.url, username, `caredesk-demo-${username}`)
  return page
}
const open = async (page: Page, path: string) => {
  await page.goto(`${product.url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const fresh = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

describe('two people in the sample business', () => {
  let page: Page
  let complaints: string[]
  beforeEach(async () => {
    page = await enter('desk')
    complaints = complaintsOf(page)
  })
  afterEach(async () => {
    await Promise.all([...devices.values()].flatMap(device => device.pages().map(one => one.close())))
    expect(complaints).toEqual([])
  })

  it('makes a branch by keyboard, once however often it is saved, and says what is wrong beside the field', async () => {
    await open(page, '/dealer-branch/dealer-branch-create')
    const name = page.getByLabel('Name', { exact: true })
    await page.getByLabel('Phone').fill('12')
    await page.keyboard.press('Control+s')
    await page.getByText('2 things to fix before this can be saved').waitFor()
    await expect.poll(() => name.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await page.getByLabel('Phone').inputValue()).toBe('12')

    const label = fresh('Nashik kiosk')
    await name.fill(label)
    await page.getByLabel('Phone').fill('+91 98300 41172')
    await page.getByRole('button', { name: /^Save(?! and new)/ }).dblclick()
    await page.waitForURL(/dealer-branch-details/)
    await page.getByRole('heading', { level: 1, name: label }).waitFor()
    await open(page, `/dealer-branch/dealer-branch-list?q=${encodeURIComponent(label)}`)
    await page.getByRole('status').getByText('1 branch').waitFor()
  })

  it('asks before a half-filled form is left, and leaves a clean one freely', async () => {
    await open(page, '/dealer-branch/dealer-branch-list')
    await page.getByRole('link', { name: 'New branch' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Half a name')
    await page.goBack()
    await page.getByRole('button', { name: 'Stay here' }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a name')
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.goBack()
    await page.waitForURL(/dealer-branch-list$/)
  })

  it('lets two people change one branch: other fields merge, the same field asks', async () => {
    const label = fresh('Thane counter')
    await open(page, '/dealer-branch/dealer-branch-create')
    await page.getByLabel('Name', { exact: true }).fill(label)
    await page.keyboard.press('Control+s')
    await page.waitForURL(/dealer-branch-details/)
    const edit = page.url().replace(product.url, '').replace('details', 'edit')

    const colleague = await enter('admin')
    await open(page, edit)
    await open(colleague, edit)
    await page.getByLabel('Name', { exact: true }).fill(`${label} A`)
    await colleague.getByLabel('Name', { exact: true }).fill(`${label} B`)
    await colleague.getByLabel('Opening hours').fill('10 to 7')
    await colleague.keyboard.press('Control+s')
    await colleague.waitForURL(/dealer-branch-details/)

    await page.getByText(/^Somebody/).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`${label} A`)
    await page.getByRole('radio', { name: /Theirs/ }).waitFor()
    await page.keyboard.press('Control+s')
    await page.waitForURL(/dealer-branch-details/)
    await page.getByRole('heading', { level: 1, name: `${label} A` }).waitFor()
    await page.getByRole('definition').getByText('10 to 7').waitFor()
    await colleague.getByRole('heading', { level: 1, name: `${label} A` }).waitFor()
  })

  it('puts a branch away and brings it back', async () => {
    const label = fresh('Borivali stand')
    await open(page, '/dealer-branch/dealer-branch-create')
    await page.getByLabel('Name', { exact: true }).fill(label)
    await page.keyboard.press('Control+s')
    await page.waitForURL(/dealer-branch-details/)
    await page.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('main').getByText('Archived', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
  })

  it('merges two cities: what used the first uses the second, and both devices see it', async () => {
    const city = fresh('Poona')
    const admin = await enter('admin')
    await open(admin, '/settings/city-list')
    await admin.getByRole('textbox', { name: 'Items to paste' }).fill(`${city}, Maharashtra`)
    await admin.getByRole('button', { name: 'Add 1 item' }).click()
    await open(page, '/settings/area-list')
    await page.getByRole('textbox', { name: 'Items to paste' }).fill(`Camp ${city}, ${city}`)
    await page.getByRole('button', { name: 'Add 1 item' }).click()
    const area = page.getByRole('row').filter({ hasText: `Camp ${city}` })
    await area.getByText(city, { exact: true }).waitFor()

    await admin.getByRole('searchbox', { name: 'Search', exact: true }).fill(city)
    await admin.getByRole('button', { name: `More for ${city}` }).click()
    await admin.getByRole('menuitem', { name: 'Merge into…' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Merge into' }).fill('Pune')
    await admin.getByRole('option', { name: /^Pune/ }).click()
    await dialog.getByText(new RegExp(`1 .*${city}`)).waitFor()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await area.getByText('Pune', { exact: true }).waitFor()
  })

  it('shows somebody who may only look nothing that he cannot do, and says why a link does not open', async () => {
    const reader = await enter('warehouse')
    await open(reader, '/dealer-branch/dealer-branch-list')
    await reader.getByRole('grid').getByRole('link').first().click()
    await reader.waitForURL(/dealer-branch-details/)
    await reader.getByRole('tab', { name: 'History' }).waitFor()
    expect(await reader.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
    await reader.getByRole('main').getByRole('button', { name: /^More/ }).click()
    await expect.poll(() => reader.getByRole('menuitem').allTextContents()).toEqual(['Copy link'])
    await reader.keyboard.press('Escape')

    await open(reader, '/settings/country-list')
    await reader.getByRole('grid').getByText('India', { exact: true }).waitFor()
    expect(await reader.getByRole('main').getByRole('switch').count()).toBe(0)
    // Tasks are the one thing that may be added here; its button comes after the page.
    await reader.getByRole('button', { name: 'Add Task' }).waitFor()
    expect(await reader.getByRole('button', { name: /^(Move|More for|Add(?! Task)|Merge)/ }).count()).toBe(0)

    await open(reader, '/dealer-branch/dealer-branch-create')
    await reader.waitForURL(/access-denied/)
    await reader.getByRole('heading', { name: /cannot open/ }).waitFor()
    const api = await apiAs(product.url, 'warehouse', 'caredesk-demo-warehouse')
    const answer = await api.ask('POST', '/list/country', { label: 'Atlantis' })
    expect(answer.status).toBe(403)
  })
})
