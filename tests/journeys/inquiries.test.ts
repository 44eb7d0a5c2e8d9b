import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { launch, readyForOffline } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Dev takes inquiries at a desk: types them, calls people back, and goes on where there is no network. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const dev = `dev${mark}`
const phone = () => `+9198${randomInt(10_000_000, 99_999_999)}`

type Contact = { outcome: string; note: string | null }
type Inquiry = { id: number; name: string; stage: string; nextContactAt: string | null; contactLog: Contact[] }

let browser: Browser
let admin: Api
let desk: Device
let page: Page
let me: number
let source: number

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const inquiries = ['10-a', '10-b', '10-c', '10-d', '50-a', '50-d', '90-a', '90-b', '90-d']
  const may = [...inquiries, '20-a', '20-b', '20-c', '20-d', '103-a', '103-d']
  const { id: role } = await makeRole(admin, `Inquiries ${mark}`, may)
  await makePerson(url, admin, dev, [role])
  const people = await admin.need<{ rows: { id: number }[] }>('GET', `/user?q=${dev}`)
  me = people.rows[0]!.id
  const sources = await admin.need<{ rows: { id: number; label: string }[] }>('GET', '/list/source?limit=100')
  source = sources.rows.find(({ label }) => label === 'Phone')!.id
  desk = await deviceOf(browser, url, dev)
  page = desk.page
})
afterAll(async () => {
  await browser?.close()
  expect(desk.complaints).toEqual([])
})

const inquiry = (id: number) => admin.need<Inquiry>('GET', `/inquiry/${id}`)
const make = (name: string, more: object = {}) =>
  admin.need<Inquiry>('POST', '/inquiry', { name: `${name} ${mark}`, phone: phone(), source, assignedTo: me, ...more })
const details = (id: number) => `${url}/inquiry/inquiry-details/${id}`
const contact = async (name: string, note: string) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What was said').fill(note)
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

it('is typed beginning with the phone, which says whose it is; their name comes with one press', async () => {
  const number = phone()
  const name = `Asha Rao ${mark}`
  await admin.need('POST', '/customer', { name, phones: [{ number, kind: 'mobile' }] })
  await page.goto(`${url}/inquiry/inquiry-create`)
  await page.getByLabel('Phone', { exact: true }).fill(number.slice(3))
  await page.getByText(`${name} is a customer.`).waitFor()
  await page.getByRole('button', { name: 'It is them' }).click()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(name)
  await page.getByLabel('Source').click()
  await page.getByRole('option', { name: 'Phone' }).click()
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const { rows } = await admin.need<{ rows: (Inquiry & { assignedTo: number; phone: string })[] }>(
    'GET',
    `/inquiry?q=${encodeURIComponent(name)}`,
  )
  expect(rows).toMatchObject([{ name, phone: number, stage: 'new', assignedTo: me }])
})

it('is worked through from what is due: the outcome is written down, and the next one opens', async () => {
  const due = new Date(Date.now() + 2 * 60_000).toISOString()
  const [first, second] = [await make('First', { nextContactAt: due }), await make('Second', { nextContactAt: due })]
  await page.goto(`${url}/inquiry/inquiry-list`)
  await page.getByRole('link', { name: /^To contact/ }).click()
  await page.getByRole('row', { name: first.name }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: first.name }).waitFor()
  await contact('No answer', 'Rang out')
  await page.getByRole('heading', { level: 1, name: second.name }).waitFor()
  await expect.poll(async () => (await inquiry(first.id)).stage).toBe('followUp')
  expect((await inquiry(first.id)).contactLog).toMatchObject([{ outcome: 'noAnswer', note: 'Rang out' }])
})

it('is contacted without a network: the log says it at once, and the server has it later', async () => {
  const { id, name } = await make('Offline')
  await page.goto(details(id))
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await readyForOffline(page, url)
  await page.goto(details(id))
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await desk.context.setOffline(true)
  await contact('Call back', 'After six')
  await page.getByText('After six').waitFor()
  expect((await inquiry(id)).contactLog).toEqual([])
  await desk.context.setOffline(false)
  await expect
    .poll(async () => (await inquiry(id)).contactLog)
    .toMatchObject([{ outcome: 'callBack', note: 'After six' }])
  expect(await inquiry(id)).toMatchObject({ stage: 'followUp' })
})

/** Goes on with Tab to where the keyboard shows that name. */
async function tabTo(name: string) {
  for (let presses = 0; presses < 80; presses += 1) {
    const here = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    if (here === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to ${name}`)
}

it('becomes an order by keys alone: outcome, next contact, move', async () => {
  const sku = `K-${mark}`
  const product = await admin.need<{ id: number }>('POST', '/product', { sku, name: `Trimmer ${mark}`, price: 299_900 })
  const { id, name } = await make('Keys', { products: [{ product: product.id, qty: 1 }] })
  await page.goto(details(id))
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.locator('[aria-keyshortcuts="Alt+3"]').waitFor()
  await page.keyboard.press('Alt+3')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('Wants it this week')
  await tabTo('In a week')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await inquiry(id)).stage).toBe('interested')
  const { nextContactAt, contactLog } = await inquiry(id)
  expect(Date.parse(nextContactAt!)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect(contactLog).toMatchObject([{ outcome: 'interested', note: 'Wants it this week' }])
  await tabTo('Move to order')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(name)
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await inquiry(id)).stage).toBe('converted')
})
