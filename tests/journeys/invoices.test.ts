import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { launch, withoutWorker } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Farah keeps the books, with both hands on the keyboard. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const farah = `farah${mark}`

type Invoice = {
  id: number
  kind: string
  stage: string
  number: string | null
  total: number
  paid: number
  outstanding: number
  credited: number
}

let browser: Browser
let admin: Api
let desk: Device
let page: Page
let sale: number
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = ['20-a', '20-d', '22-a', '22-b', '22-c', '22-d', '203-a', '203-b', '203-d', '103-a', '200-a', '50-a']
  const { id: role } = await makeRole(admin, `Books ${mark}`, may)
  await makePerson(url, admin, farah, [role])
  const make = (path: string, input: object) => admin.need<{ id: number }>('POST', path, input)
  const goods = { price: 590_000, taxRate: 1_800, hsn: '90191020', serialised: false }
  const product = await make('/product', { sku: `M-${mark}`, name: `Massager ${mark}`, ...goods })
  const lines = [{ product: product.id, qty: 3, unitPrice: 590_000, discount: 10_000 }]
  const buyer = {
    name: `Asha Rao ${mark}`,
    phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
    address: '14 Lake Road',
  }
  ;({ id: sale } = await make('/order', { ...buyer, lines, shippingFee: 12_000 }))
  await admin.need('POST', `/order/${sale}/confirmShort`, {})
  desk = await deviceOf(browser, url, farah, { ...withoutWorker, viewport: { width: 1280, height: 900 } })
  page = desk.page
})
afterAll(async () => {
  await browser?.close()
  expect(desk.complaints).toEqual([])
})

const invoices = async (): Promise<Invoice[]> =>
  (await admin.need<{ rows: Invoice[] }>('GET', `/order-invoice?filter[order]=${sale}&sort=createdAt`)).rows
const tab = `/orders/orders-details/`
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter')

async function pay(amount: string) {
  await page.goto(`${url}${tab}${sale}?tab=payment`)
  await press('Record payment')
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Amount/).fill(amount)
  await page.keyboard.press('Control+s')
  await form.waitFor({ state: 'detached' })
}

it('an order is invoiced, issued, paid in two parts, and partly credited', async () => {
  await page.goto(`${url}${tab}${sale}?tab=orderInvoice`)
  await press('Make invoice')
  await page.getByText('Rupees seventeen thousand seven hundred twenty only').waitFor()
  await press('Issue')
  await page.getByRole('heading', { level: 1, name: /^INV\// }).waitFor()
  await expect.poll(invoices).toMatchObject([{ stage: 'issued', total: 1_772_000, outstanding: 1_772_000 }])

  await pay('10000')
  await expect.poll(invoices).toMatchObject([{ stage: 'partPaid', paid: 1_000_000, outstanding: 772_000 }])
  await pay('7720')
  await expect.poll(invoices).toMatchObject([{ stage: 'paid', outstanding: 0 }])

  const [{ id, number } = { id: 0, number: '' }] = await invoices()
  await page.goto(`${url}/order-invoice/order-invoice-details/${id}`)
  await page.getByText('To pay').waitFor()
  await page.getByRole('main').getByText('Paid', { exact: true }).first().waitFor()
  await press('Credit')
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Quantity of Massager/).fill('1')
  await form.getByLabel(/^Reason/).fill('Damaged in the box')
  await page.keyboard.press('Control+s')
  await page.waitForURL(address => !address.pathname.endsWith(`/${id}`))
  await page.getByText('Damaged in the box').waitFor()
  await press('Issue')
  await page.getByRole('heading', { level: 1, name: /^CN\// }).waitFor()
  // What was paid for what came back is not owed; the order keeps it.
  await expect.poll(invoices).toMatchObject([
    { number, stage: 'paid', credited: 586_700, paid: 1_185_300, outstanding: 0 },
    { kind: 'creditNote', stage: 'issued', total: 586_700 },
  ])
})

it('is printed on its own sheet, whose table begins anew on each', async () => {
  const all = await invoices()
  await page.goto(`${url}/order-invoice/order-invoice-print?ids=${all.map(({ id }) => id).join(',')}`)
  const sheets = page.locator('article')
  await expect.poll(() => sheets.count()).toBe(2)
  await expect.poll(() => sheets.first().textContent()).toContain(`Massager ${mark}`)
  expect(await sheets.first().textContent()).toContain('Page 1 of 1')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const printed = page.locator('[data-sheets]')
  expect(await printed.isVisible()).toBe(true)
  const look = await printed
    .locator('.bg-paper')
    .first()
    .evaluate(one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color])
  expect(look).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  await page.emulateMedia({ media: null, colorScheme: null })
})

it('is printed with others that are selected in the list', async () => {
  await page.goto(`${url}/order-invoice/order-invoice-list`)
  await page.getByRole('row', { name: /INV\// }).first().waitFor()
  for (const box of (await page.getByRole('checkbox', { name: /^Select (INV|CN)/ }).all()).slice(0, 2))
    await box.check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Print invoices' }).press('Enter')
  await expect.poll(() => page.locator('article').count()).toBe(2)
})

it('of many lines goes over several pages, and its sums stand with the last line', async () => {
  const make = (path: string, input: object) => admin.need<{ id: number }>('POST', path, input)
  const goods = { price: 10_000, taxRate: 1_800, serialised: false }
  const product = await make('/product', { sku: `L-${mark}`, name: `Comb ${mark}`, ...goods })
  const lines = Array.from({ length: 45 }, () => ({ product: product.id, qty: 1, unitPrice: 10_000 }))
  const { id } = await make('/order', { name: 'Dealer', phone: '+919811111111', lines })
  await admin.need('POST', `/order/${id}/confirmShort`, {})
  const made = await make('/order-invoice', { order: id })
  await page.goto(`${url}/order-invoice/order-invoice-print?ids=${made.id}`)
  const sheets = page.locator('article')
  await expect.poll(() => sheets.count()).toBeGreaterThan(1)
  await expect.poll(async () => (await sheets.first().locator('tbody tr').count()) > 5).toBe(true)
  const pages = await sheets.count()
  const lastRows = sheets.last().locator('table').first().locator('tbody tr')
  expect(await lastRows.count()).toBeGreaterThan(0)
  expect(await sheets.last().textContent()).toContain('Authorised signatory')
  expect(await sheets.first().textContent()).not.toContain('Authorised signatory')
  for (let at = 0; at < pages; at += 1) {
    const sheet = sheets.nth(at)
    expect(await sheet.getByText('Item and serial numbers').count()).toBe(1)
    expect(await sheet.textContent()).toContain(`Page ${at + 1} of ${pages}`)
    const isWhole = await sheet.locator('.bg-paper').evaluate(one => one.scrollHeight <= one.clientHeight + 1)
    expect(isWhole).toBe(true)
  }
})
