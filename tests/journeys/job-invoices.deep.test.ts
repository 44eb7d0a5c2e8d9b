import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { launch } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Meena keeps the books of the workshop. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const meena = `meena${mark}`
const serial = `KW-${mark}`

type Invoice = { id: number; stage: string; number: string | null; total: number; paid: number; outstanding: number }

let browser: Browser
let admin: Api
let desk: Device
let page: Page
let job: number
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = ['40-a', '40-d', '41-a', '41-b', '41-c', '41-d', '203-a', '203-b', '203-d', '103-a', '104-a', '50-a']
  const { id: role } = await makeRole(admin, `Workshop books ${mark}`, may)
  await makePerson(url, admin, meena, [role])
  const make = (path: string, input: object) => admin.need<{ id: number }>('POST', path, input)
  const product = await make('/product', { sku: `J-${mark}`, name: `Kneader ${mark}`, price: 590_000 })
  const part = { code: `B-${mark}`, name: `Battery ${mark}`, price: 118_000, taxRate: 1_800, hsn: '8507' }
  const battery = await make('/part', part)
  const parts = [
    { part: battery.id, qty: 1, price: 118_000, taxRate: 1_800 },
    { part: battery.id, qty: 1, price: 118_000, taxRate: 1_800, pays: 'us' },
  ]
  ;({ id: job } = await make('/maintenance', {
    name: `Asha Rao ${mark}`,
    phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
    address: '14 Lake Road',
    product: product.id,
    serial,
    problems: [{ text: 'Battery is empty at once' }],
    parts,
    labour: [{ minutes: 30, rate: 40_000, taxRate: 1_800 }],
  }))
  const step = (name: string, args: object = {}) => admin.need('POST', `/maintenance/${job}/${name}`, args)
  await step('receive')
  await step('diagnose', { diagnosis: 'Battery' })
  await step('sendEstimate')
  await step('approve', { decidedBy: 'Asha Rao' })
  await step('repair')
  await step('finish', { workDone: 'New batteries' })
  desk = await deviceOf(browser, url, meena)
  page = desk.page
})
afterAll(async () => {
  await browser?.close()
  expect(desk.complaints).toEqual([])
})

const invoices = async (): Promise<Invoice[]> =>
  (await admin.need<{ rows: Invoice[] }>('GET', `/maintenance-invoice?filter[maintenance]=${job}`)).rows
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter')
const tab = (name: string) => page.goto(`${url}/maintenances/maintenance-details/${job}?tab=${name}`)

async function pay(amount: string) {
  await tab('payment')
  await press('Record payment')
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Amount/).fill(amount)
  await page.keyboard.press('Control+s')
  await form.waitFor({ state: 'detached' })
}

it('a job that is repaired is invoiced, issued, and paid in two parts', async () => {
  await tab('maintenanceInvoice')
  await press('Make invoice')
  await page.getByText('Rupees one thousand three hundred eighty only').waitFor()
  await page.getByText('At our cost').first().waitFor()
  // The job stands below its invoice.
  await page.getByText('Battery is empty at once').waitFor()
  expect(await barriers(page)).toEqual([])
  // While something is said of the invoice, the job is in sight too.
  const [{ id } = { id: 0 }] = await invoices()
  await page.goto(`${url}/maintenance-invoice/maintenance-invoice-edit/${id}`)
  await page.getByLabel('Note').fill('Paid at the counter')
  await page.getByText('Battery is empty at once').waitFor()
  await page.getByRole('heading', { level: 2, name: /^The job MNT-/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await page.waitForURL(/maintenance-invoice-details/)
  await page.getByText('Paid at the counter').first().waitFor()
  await press('Issue')
  await page.getByRole('heading', { level: 1, name: /^SRV\// }).waitFor()
  await expect.poll(invoices).toMatchObject([{ stage: 'issued', total: 138_000, outstanding: 138_000 }])
  await tab('maintenanceInvoice')
  await page.getByRole('link', { name: /^SRV\// }).waitFor()
  expect(await page.getByRole('button', { name: 'Make invoice' }).count()).toBe(0)

  await pay('1000')
  await expect.poll(invoices).toMatchObject([{ stage: 'partPaid', paid: 100_000, outstanding: 38_000 }])
  await pay('380')
  await expect.poll(invoices).toMatchObject([{ stage: 'paid', outstanding: 0 }])
  await page.goto(`${url}/maintenance-invoice/maintenance-invoice-list`)
  await page.getByRole('row', { name: /SRV\// }).first().waitFor()
})

it('its paper and its file say the same, with the job and the device', async () => {
  const [{ id, number } = { id: 0, number: '' }] = await invoices()
  await page.goto(`${url}/maintenance-invoice/maintenance-invoice-print?ids=${id}`)
  const sheet = page.locator('article')
  await expect.poll(() => sheet.textContent()).toContain('Page 1 of 1')
  const said = ['Tax invoice', number!, serial, `Kneader ${mark}`, 'At our cost', 'Work, 30 min', '1,380.00', 'Paid']
  await expect.poll(() => sheet.textContent()).toMatch(/MNT-\d{4}-\d{6}/)
  const paper = (await sheet.textContent())!
  for (const word of said) expect(paper).toContain(word)
  await page.goto(`${url}/maintenance-invoice/maintenance-invoice-details/${id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  const bytes = new Uint8Array(await readFile(await download.path()))
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  const file = text.replaceAll(/\s+/g, ' ')
  for (const word of said) expect(file).toContain(word)
})
