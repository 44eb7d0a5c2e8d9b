import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { launch } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Sana sells: an inquiry becomes an order, the order is confirmed, changed and paid, and the money comes to the bank. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const sana = `sana${mark}`

type Order = { id: number; number: string; stage: string; total: number; balance: number; missing: number }

let browser: Browser
let admin: Api
let desk: Device
let page: Page
let me: number
let product: number
let source: number

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = [
    '10-a',
    '10-b',
    '10-c',
    '10-d',
    '20-f',
    '21-a',
    '21-c',
    '50-a',
    '50-d',
    '200-a',
    '200-d',
    '203-a',
    '203-b',
    '114-a',
    '114-d',
  ]
  const approves = ['order', 'orderCancel']
  const { id: role } = await makeRole(admin, `Sales ${mark}`, may, { approves })
  await makePerson(url, admin, sana, [role])
  me = (await admin.need<{ rows: { id: number }[] }>('GET', `/user?q=${sana}`)).rows[0]!.id
  const sources = await admin.need<{ rows: { id: number; label: string }[] }>('GET', '/list/source?limit=100')
  source = sources.rows.find(({ label }) => label === 'Phone')!.id
  await admin.need('POST', '/bank', { name: `Bank ${mark}` })
  const input = { sku: `KW-${mark}`, name: `Massager ${mark}`, price: 499_900, taxRate: 1800 }
  product = (await admin.need<{ id: number }>('POST', '/product', input)).id
  for (const n of [1, 2]) await admin.need('POST', '/unit', { serial: `KW-${mark}-${n}`, product })
  desk = await deviceOf(browser, url, sana)
  page = desk.page
})
afterAll(async () => {
  await browser?.close()
  expect(desk.complaints).toEqual([])
})

const orderOf = (id: number) => admin.need<Order>('GET', `/order/${id}`)
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter')
const idIn = () => Number(new URL(page.url()).pathname.split('/').at(-1))

it('moves an inquiry to an order, confirms it, cancels a piece, collects the rest and brings it to the bank', async () => {
  const asked = await admin.need<{ id: number }>('POST', '/inquiry', {
    name: `Asha Rao ${mark}`,
    phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
    source,
    assignedTo: me,
    address: '14 Gariahat Road',
    products: [{ product, qty: 2, quoted: 489_900 }],
  })
  await page.goto(`${url}/inquiry/inquiry-details/${asked.id}`)
  await page.getByRole('link', { name: 'Move to order' }).first().press('Enter')
  await page.getByLabel('Name', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(`Asha Rao ${mark}`)
  await page.getByLabel('Payment', { exact: true }).click()
  await page.getByRole('option', { name: 'Cash on delivery' }).click()
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/orders\/orders-details\//)
  const id = idIn()
  expect(await orderOf(id)).toMatchObject({ stage: 'draft', total: 979_800 })
  expect(await admin.need('GET', `/inquiry/${asked.id}`)).toMatchObject({ stage: 'converted', order: id })

  await press('Confirm')
  await expect.poll(async () => orderOf(id)).toMatchObject({ stage: 'confirmed', missing: 0 })
  await page
    .getByRole('link', { name: `KW-${mark}-1` })
    .first()
    .waitFor()
  expect(await barriers(page)).toEqual([])

  await page.getByRole('link', { name: 'Cancel items' }).press('Enter')
  await page.waitForURL(/\/orders\/orders-cancel-create\//)
  await page
    .getByRole('spinbutton')
    .or(page.getByRole('textbox', { name: /Cancel of/ }))
    .first()
    .fill('1')
  await page.getByLabel('Reason', { exact: true }).fill('One is enough')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/orders\/orders-details\//)
  await page.getByRole('tab', { name: /^Cancellations/ }).click()
  await press('Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
  await expect.poll(async () => orderOf(id)).toMatchObject({ total: 489_900, balance: 489_900 })

  await page.goto(`${url}/cash-orders/cash-orders-list`)
  const { number } = await orderOf(id)
  await page.getByRole('row', { name: number }).getByRole('link').first().press('Enter')
  await page.getByRole('heading', { level: 1, name: number }).waitFor()
  await press('Record collection')
  await page.getByRole('dialog').getByLabel('Amount').fill('4899')
  await page.getByRole('dialog').getByRole('button', { name: 'Record collection' }).press('Enter')
  await expect.poll(async () => orderOf(id)).toMatchObject({ balance: 0 })
  await press('Record remittance')
  await page.getByRole('dialog').getByLabel('Amount').fill('4899')
  await page.getByRole('dialog').getByLabel('Bank', { exact: true }).fill(`Bank ${mark}`)
  await page
    .getByRole('option', { name: `Bank ${mark}` })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Record remittance' }).press('Enter')
  await page.getByText('Settled').first().waitFor()
  expect(await barriers(page)).toEqual([])

  const { rows: banks } = await admin.need<{ rows: { id: number }[] }>('GET', `/bank?q=${mark}`)
  await page.goto(`${url}/settings/bank-details/${banks[0]!.id}`)
  const ledger = page.getByRole('grid', { name: 'Ledger' })
  const line = ledger.getByRole('row', { name: number })
  expect(await line.innerText()).toMatch(/Remittance[\s\S]*₹4,899\s+—\s+₹4,899/)
  expect(await ledger.getByRole('row').last().innerText()).toMatch(/Closing balance\s+₹4,899\s+—\s+₹4,899/)
  expect(await barriers(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^Bank .* Ledger \d{4}-\d\d-01 .*\.csv$/)
  await page.getByRole('button', { name: 'Print', exact: true }).press('Enter')
  await page.getByRole('article').getByText('Page 1 of 1').waitFor()
  expect(await page.getByRole('article').innerText()).toContain(number)
})
