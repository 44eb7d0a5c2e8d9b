import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { launch, withoutWorker } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Dev takes orders at a desk, with both hands on the keyboard. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const dev = `dev${mark}`
const phone = () => `+9198${randomInt(10_000_000, 99_999_999)}`

type Line = { product: number; qty: number; unitPrice: number; discount: number; taxRate: number }
type Order = { id: number; name: string; stage: string; total: number; assignedTo: number; lines: Line[] }

let browser: Browser
let admin: Api
let desk: Device
let page: Page
let me: number
const make = (path: string, input: object) => admin.need<{ id: number }>('POST', path, input)

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = ['20-a', '20-b', '20-c', '20-d', '10-a', '10-c', '10-d', '50-a', '50-d', '103-a', '103-d', '200-a']
  const { id: role } = await makeRole(admin, `Orders ${mark}`, may)
  await makePerson(url, admin, dev, [role])
  const people = await admin.need<{ rows: { id: number }[] }>('GET', `/user?q=${dev}`)
  me = people.rows[0]!.id
  desk = await deviceOf(browser, url, dev, { ...withoutWorker, viewport: { width: 1280, height: 900 } })
  page = desk.page
})
afterAll(async () => {
  await browser?.close()
  expect(desk.complaints).toEqual([])
})

const orderOf = async (name: string): Promise<Order | undefined> => {
  const { rows } = await admin.need<{ rows: Order[] }>('GET', `/order?q=${encodeURIComponent(name)}`)
  return rows[0]
}
/** The name of what the keys go to. */
const here = () =>
  page.evaluate(() => {
    const active = document.activeElement
    const label =
      active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active.labels?.[0] : null
    return (label?.textContent ?? active?.getAttribute('aria-label') ?? active?.textContent ?? '').trim()
  })
const tabTo = async (name: string) => {
  for (let steps = 0; steps < 60; steps += 1) {
    if ((await here()) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way to ${name} by Tab; it ended at ${await here()}`)
}
const choose = async (text: string) => {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await page.locator('[role=option]').first().waitFor({ state: 'detached' })
}

/** The keys of a minute, four a second: slower than whoever types all day. */
const A_MINUTE = 240
// As text: a compiled function would refer to helpers that the page does not have.
const COUNT_KEYS = `(() => {
  window.keysPressed = 0
  addEventListener('keydown', () => (window.keysPressed += 1), true)
})()`

it('is typed from nothing by the keys of a minute, and stands in the list as a draft', async () => {
  const [trimmer, dryer] = [`Trimmer ${mark}`, `Dryer ${mark}`]
  const taxed = { taxRate: 1_800 }
  const first = await make('/product', { sku: `T-${mark}`, name: trimmer, price: 299_900, ...taxed })
  const second = await make('/product', { sku: `D-${mark}`, name: dryer, price: 189_900, ...taxed })
  const name = `Asha Rao ${mark}`
  await page.goto(`${url}/orders/orders-create`)
  await page.getByRole('group', { name: 'Line 1' }).waitFor()
  await page.evaluate(COUNT_KEYS)
  await tabTo('Phone')
  await page.keyboard.type(phone().slice(3))
  await tabTo('Name')
  await page.keyboard.type(name)
  await tabTo('Address')
  await page.keyboard.type('14 Gariahat Road')
  await tabTo('Product')
  await choose(trimmer)
  await expect.poll(() => page.getByLabel('Unit price').first().inputValue()).toBe('2,999')
  await tabTo('Qty')
  await page.keyboard.type('2')
  await tabTo('Discount')
  await page.keyboard.type('500')
  // Enter in the last line begins the next one.
  await page.keyboard.press('Enter')
  await expect.poll(here).toBe('Product')
  await choose(dryer)
  await expect.poll(() => page.getByLabel('Unit price').nth(1).inputValue()).toBe('1,899')
  await tabTo('Shipping')
  await page.keyboard.type('120')
  await page.getByText('₹7,517', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: /^ORD-/ }).waitFor()
  expect(await page.evaluate('window.keysPressed')).toBeLessThan(A_MINUTE)
  await expect
    .poll(() => orderOf(name))
    .toMatchObject({
      stage: 'draft',
      assignedTo: me,
      total: 751_700,
      lines: [
        { product: first.id, qty: 2, unitPrice: 299_900, discount: 50_000, taxRate: 1_800 },
        { product: second.id, qty: 1, unitPrice: 189_900, discount: 0, taxRate: 1_800 },
      ],
    })
  await page.goto(`${url}/orders/orders-list`)
  const row = page.getByRole('row', { name })
  await row.waitFor()
  expect(await row.textContent()).toContain('Draft')
  expect(await row.textContent()).toContain('₹7,517')
})

it('begins as the inquiry that it comes from: what was quoted is the price, and nobody types it again', async () => {
  const sources = await admin.need<{ rows: { id: number }[] }>('GET', '/list/source?limit=1')
  const asked = await make('/product', { sku: `M-${mark}`, name: `Massager ${mark}`, price: 499_900, taxRate: 1_200 })
  const name = `Ravi Iyer ${mark}`
  const { id } = await make('/inquiry', {
    name,
    phone: phone(),
    source: sources.rows[0]!.id,
    assignedTo: me,
    address: '4 Lake Road',
    products: [{ product: asked.id, colour: null, qty: 3, quoted: 450_000, note: null }],
  })
  await page.goto(`${url}/inquiry/inquiry-details/${id}`)
  await page.getByRole('link', { name: 'Move to order' }).press('Enter')
  await page.getByRole('group', { name: 'Line 1' }).waitFor()
  await expect.poll(() => page.getByLabel('Unit price').inputValue()).toBe('4,500')
  expect(await page.getByLabel('Tax', { exact: true }).inputValue()).toBe('12')
  expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('4 Lake Road')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: /^ORD-/ }).waitFor()
  await expect.poll(() => orderOf(name)).toMatchObject({ inquiry: id, total: 1_350_000, lines: [{ qty: 3 }] })
  // It has become one, and does not become another.
  await page.goto(`${url}/inquiry/inquiry-move/${id}`)
  await page.getByRole('heading', { name: `${name} has an order already` }).waitFor()
  await page.getByRole('link', { name: 'Open order' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: /^ORD-/ }).waitFor()
})
