import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { launch, readyForOffline } from '../support/browser.ts'
import { scanWithGun } from '../support/gun.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Noor counts the shelves with a gun in her hand, where no connection reaches. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const noor = `noor${mark.toLowerCase()}`
const serial = (n: number) => `CNT${mark}-${String(n).padStart(3, '0')}`
const DEVICES = 52

let browser: Browser
let admin: Api
let device: Device
let page: Page
let brush: number
let count: number
type Entry = { unit: number | null; part: number | null; text: string | null; qty: number; at: string; reason: string }

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = ['103-a', '103-d', '104-a', '104-d', '200-a', '200-d', '201-a', '201-b', '201-d']
  const { id: role } = await makeRole(admin, `Counting ${mark}`, may)
  await makePerson(url, admin, noor, [role])
  const make = (path: string, input: object) => admin.need<{ id: number }>('POST', path, input)
  const product = (await make('/product', { sku: `CNT${mark}`, name: `Dryer ${mark}`, price: 499_900 })).id
  for (let n = 1; n <= DEVICES; n += 1) await make('/unit', { serial: serial(n), product })
  brush = (await make('/part', { code: `BR-${mark}`, barcode: `890${mark}`, name: `Brush ${mark}`, price: 9_000 })).id
  await make('/stock-move', { part: brush, qty: 3, from: 'supplier', to: 'stock', cause: 'purchase' })
  count = (await make('/stock-count', { products: [product], parts: [brush], note: `Shelf ${mark}` })).id
  device = await deviceOf(browser, url, noor)
  page = device.page
})
afterAll(async () => {
  await browser?.close()
  expect(device.complaints).toEqual([])
})

/** A scan gun: keys a few milliseconds apart, and Enter, wherever the focus is. */
const scan = (code: string) => scanWithGun(page, code)
const answer = () => page.getByRole('status').filter({ has: page.locator('p.text-60') })
const says = (text: string | RegExp) => answer().getByText(text).first().waitFor()
const left = (pieces: number) => page.locator(`[data-left="${pieces}"]`).waitFor()
const entries = async () =>
  (await admin.need<{ rows: Entry[] }>('GET', `/count-entry?filter[count]=${count}&sort=at&limit=100`)).rows

it('counts what the scanner reads beside what should be there', async () => {
  await page.goto(`${url}/scanner?mode=countStock&count=${count}`)
  await left(DEVICES + 3)
  await scan(`890${mark}`)
  await says(`Brush ${mark}`)
  await left(DEVICES + 2)
  await scan(serial(DEVICES))
  await left(DEVICES + 1)
  await scan(serial(DEVICES))
  await says('Already counted')
  await scan(`NOBODY-${mark}`)
  await says('Nothing here has this code')
  await answer().getByRole('button', { name: 'Undo' }).click()
  // Of what is in a box nobody scans each.
  await page.getByRole('button', { name: 'Type number' }).click()
  await page.getByRole('textbox', { name: 'Pieces' }).fill('2')
  await page.getByRole('button', { name: 'Take this number' }).click()
  await left(DEVICES)

  expect(await barriers(page)).toEqual([])
})

it('counts fifty serial numbers without a connection, ten a second, and loses none', async () => {
  await readyForOffline(page, url)
  await page.goto(`${url}/scanner?mode=countStock&count=${count}`)
  await left(DEVICES)
  await device.context.setOffline(true)
  for (let n = 1; n <= 50; n += 1) {
    await scan(serial(n))
    await page.waitForTimeout(60)
  }
  await left(2)

  await page.reload()
  await left(2)
  await device.context.setOffline(false)
  await expect
    .poll(async () => (await entries()).filter(({ unit }) => unit !== null).length, { timeout: 20_000 })
    .toBe(51)
  const scanned = (await entries()).flatMap(({ unit, text }) => (unit === null ? [] : [text]))
  expect(scanned).toEqual([DEVICES, ...Array.from({ length: 50 }, (_, at) => at + 1)].map(serial))
})

it('shows what differs, and one approval puts it right', async () => {
  await page.getByRole('button', { name: 'Finish counting' }).click()
  await page.getByText(/Nothing is counted here now/).waitFor()
  const codes = ['103-a', '104-a', '200-a', '200-d', '201-a', '201-b', '201-c', '201-d']
  const { id: role } = await makeRole(admin, `Approving ${mark}`, codes, { approves: ['stockMove'] })
  await makePerson(url, admin, `boss${mark.toLowerCase()}`, [role])
  const boss = await deviceOf(browser, url, `boss${mark.toLowerCase()}`)
  await boss.page.goto(`${url}/stock-count/stock-count-details/${count}`)
  const row = (text: string) => boss.page.getByRole('row').filter({ hasText: text })
  await row(serial(51)).getByText('Missing').waitFor()
  await row(`Brush ${mark}`).getByText('Other number').waitFor()
  await expect.poll(() => boss.page.getByRole('table', { name: 'Differences' }).getByRole('row').count()).toBe(4)

  expect(await barriers(boss.page)).toEqual([])
  await boss.page.getByRole('button', { name: 'Approve and book' }).click()
  await boss.page.getByRole('dialog').getByRole('button', { name: 'Approve and book' }).click()
  await expect
    .poll(async () => (await admin.need<{ stage: string }>('GET', `/stock-count/${count}`)).stage)
    .toBe('booked')
  expect((await admin.need<{ onHand: number }>('GET', `/part/${brush}`)).onHand).toBe(2)
  const lost = await admin.need<{ rows: { serial: string }[] }>('GET', `/unit?q=CNT${mark}&filter[stage]=lost`)
  expect(lost.rows.map(({ serial }) => serial)).toEqual([serial(51)])
  await row(serial(51)).getByText('Missing').waitFor()
  await boss.context.close()
})
