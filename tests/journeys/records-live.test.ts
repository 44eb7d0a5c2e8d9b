import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { complaintsOf, launch, signIn } from '../support/browser.ts'

/** One looks, the other writes: by the API, which is how every other device looks from here. */
const url = inject('productUrl')
let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
let other: Api
let complaints: string[]
const word = `Livefold${randomUUID().slice(0, 6)}`

type Made = { id: number; version: number }
const customer = (name: string, number: string) =>
  other.need<Made>('POST', '/customer', { name: `${word} ${name}`, phones: [{ number }] })

beforeAll(async () => {
  admin = await apiAs(url)
  const role = await makeRole(admin, `${word} writers`, ['50-a', '50-b', '50-c', '50-d'])
  const name = word.toLowerCase()
  await makePerson(url, admin, name, [role.id])
  other = await apiAs(url, name, PASSWORD)
  await customer('Banu', '+919830041171')
  await customer('Chand', '+919830041172')
  browser = await launch()
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
  complaints = complaintsOf(page)
  const live = page.waitForEvent('websocket')
  await signIn(page, url)
  // Nothing but numbers comes by it, and nothing goes out.
  const socket = await live
  expect(socket.url()).toMatch(/\/api\/live$/)
  socket.on('framereceived', ({ payload }) => expect(String(payload)).not.toContain(word))
  socket.on('framesent', () => expect.unreachable())
})
afterAll(async () => {
  await browser.close()
  expect(complaints).toEqual([])
})

const customers = () => page.getByRole('link', { name: new RegExp(`${word} (Anil|Banu|Chand|Deva)`) })
const rows = () =>
  page
    .getByRole('grid')
    .getByText(new RegExp(`${word} \\w+`))
    .allInnerTexts()

it('tells of a new record in a list, and puts nothing in the way until it is wanted', async () => {
  // What is written before the page's connection begins is shown at the next look, and not told.
  const begun = page.waitForEvent('websocket').then(socket => socket.waitForEvent('framereceived'))
  await page.goto(`${url}/customers/customer-list?q=${word}`)
  await expect.poll(rows).toEqual([`${word} Banu`, `${word} Chand`])
  await begun
  await customer('Anil', '+919830041173')
  const news = page.getByRole('button', { name: /1 new/ })
  await news.waitFor()
  expect(await rows()).toEqual([`${word} Banu`, `${word} Chand`])
  await news.click()
  await expect.poll(rows).toEqual([`${word} Anil`, `${word} Banu`, `${word} Chand`])
})

it('says on the page of a record that somebody changed it, and shows it when it is wanted', async () => {
  const made = await customer('Dev', '+919830041174')
  await page.goto(`${url}/customers/customer-history/${made.id}`)
  await page.getByRole('heading', { level: 1, name: `${word} Dev` }).waitFor()
  await other.need('PATCH', `/customer/${made.id}`, { name: `${word} Deva` }, made.version)
  await page.getByRole('button', { name: 'Show change' }).click()
  await page.getByRole('heading', { level: 1, name: `${word} Deva` }).waitFor()
})

it('shows what was written between the opening of a page and its live connection', async () => {
  let connect = () => {}
  const isWanted = new Promise<void>(resolve => (connect = resolve))
  await page.route('**/api/live/ticket', async route => {
    await isWanted
    await route.continue()
  })
  const product = await admin.need<Made>('POST', '/product', { sku: word, name: `${word} Kneader`, price: 99_900 })
  // Nobody's job: no feed tells this device of it.
  const job = await admin.need<Made>('POST', '/maintenance', {
    name: `${word} Esha`,
    phone: '+919830041175',
    product: product.id,
    serviceMode: 'onSite',
    problems: [{ text: 'Loud' }],
  })
  // What is opened is kept on the device, as it is by then.
  const kept = page.waitForResponse('**/api/sync/rows')
  await page.goto(`${url}/maintenances/maintenance-details/${job.id}`)
  await page.getByText(`${word} Esha`).first().waitFor()
  await (await kept).finished()
  await admin.need('PATCH', `/maintenance/${job.id}`, { name: `${word} Farah` }, job.version)
  connect()
  await page.getByText(`${word} Farah`).first().waitFor()
})

it('finds by the last digits of a phone, opens all results, keeps them through a reload, and says so when it is cut off', async () => {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search or jump to' })
  await box.fill('41172')
  await page.getByRole('option', { name: new RegExp(`${word} Chand`) }).waitFor()
  await page.keyboard.press('Shift+Enter')
  await page.waitForURL(/\/search\?q=41172$/)
  const found = page.getByRole('link', { name: new RegExp(`${word} Chand`) })
  await found.waitFor()
  await page.reload()
  await found.waitFor()
  await page.getByRole('searchbox', { name: 'Search everything' }).fill(`${word} ban`)
  await expect.poll(() => customers().allInnerTexts()).toEqual([expect.stringContaining('Banu')])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.locator('a:focus').innerText()).toContain('Banu')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `${word} Banu` }).waitFor()
  await page.goBack()
  await expect.poll(() => customers().allInnerTexts()).toEqual([expect.stringContaining('Banu')])

  await context.setOffline(true)
  await page.getByRole('searchbox', { name: 'Search everything' }).fill(`${word} De`)
  await page.getByText('Only the records kept on this device are shown.').waitFor()
  await page.getByRole('link', { name: `${word} Deva` }).waitFor()
  await context.setOffline(false)
})
