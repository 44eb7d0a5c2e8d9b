import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { unit } from '#contract/modules/stock/unit.ts'
import { shortCode } from '#contract/short-code.ts'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { aMoment, launch, readyForOffline } from '../support/browser.ts'
import { scanWithGun } from '../support/gun.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Meera stands in the warehouse with a gun in her hand, and wants to know what she holds. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const meera = `meera${mark.toLowerCase()}`
const serial = (n: number) => `SCN${mark}-00${n}`

let browser: Browser
let admin: Api
let device: Device
let page: Page
const units: number[] = []
let sold: string

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = ['103-a', '103-d', '200-a', '200-c', '200-d', '202-a', '202-d']
  const { id: role } = await makeRole(admin, `Scanning ${mark}`, may)
  await makePerson(url, admin, meera, [role])
  const make = <T extends object>(path: string, input: object) => admin.need<T & { id: number }>('POST', path, input)
  const product = (await make('/product', { sku: `SKU${mark}`, name: `Dryer ${mark}`, price: 499_900 })).id
  for (const n of [1, 2, 3]) units.push((await make('/unit', { serial: serial(n), product })).id)
  const order = { name: `Asha ${mark}`, phone: '+919812345678', lines: [{ product, qty: 1, unitPrice: 499_900 }] }
  sold = (await make<{ number: string }>('/order', order)).number
  device = await deviceOf(browser, url, meera)
  page = device.page
})
afterAll(async () => {
  await browser?.close()
  expect(device.complaints).toEqual([])
})

/** A scan gun: keys a few milliseconds apart, and Enter, wherever the focus is. */
const scan = (code: string) => scanWithGun(page, code)
const answer = () => page.getByRole('status').filter({ has: page.locator('p.text-60') })
const says = (text: string) => answer().getByText(text).first().waitFor()
const list = () => page.locator('#main ol li')

it('says of each scan what it is, and stays open for the next', async () => {
  await page.goto(`${url}/scanner`)
  await page.getByRole('textbox', { name: 'Scan or type a code' }).waitFor()
  await scan(serial(1))
  await says(serial(1))
  // The passport, and what may be done next.
  await page.getByText(`Dryer ${mark}`).first().waitFor()
  await page.getByRole('button', { name: 'Quarantine' }).waitFor()
  expect(await barriers(page)).toEqual([])

  await scan(`${url}/s/${shortCode(unit, units[1]!)}`)
  await says(serial(2))
  await scan(`SKU${mark}`)
  await says(`Dryer ${mark}`)
  await scan(serial(1).replace('001', '01'))
  await says('Did you mean one of these?')
  await page
    .getByRole('button', { name: serial(1) })
    .first()
    .waitFor()
  await scan(`NOBODY-${mark}`)
  await says('Nobody knows this code')
  await scan('https://evil.example/pay')
  await says('This is an address, not one of our labels')
  await scan(sold)
  await says('You may not open this record')
  expect(await barriers(page)).toEqual([])
  await expect.poll(() => list().count()).toBe(7)
  // The last is taken off again.
  await answer().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => list().count()).toBe(6)
})

it('keeps up with ten scans a second, in their order', async () => {
  await page.goto(`${url}/scanner`)
  await page.getByRole('textbox', { name: 'Scan or type a code' }).waitFor()
  // What was scanned before is read from the device, and comes after the field is there.
  const before = 6
  await expect.poll(() => list().count()).toBe(before)
  const codes = Array.from({ length: 12 }, (_, at) => serial((at % 3) + 1))
  for (const code of codes) await scan(code)
  await expect.poll(() => list().count()).toBe(before + codes.length)
  const titles = await list().locator('b').allTextContents()
  expect(titles.slice(0, codes.length).toReversed()).toEqual(codes)
})

it('leads from any page to what was scanned, and types it nowhere', async () => {
  await page.goto(`${url}/unit/unit-list`)
  await page.getByRole('grid').waitFor()
  // Nobody waits with a gun in their hand: what hears it may be on its way still.
  await scan(serial(3))
  await page.getByRole('heading', { level: 1, name: serial(3) }).waitFor()
  expect(page.url()).toContain(`/unit/unit-details/${units[2]}`)
  // What nobody knows is said, and the scanner shows it.
  await aMoment(page)
  await scan(`NOBODY-${mark}`)
  await page.getByText(`NOBODY-${mark}: Nobody knows this code`).waitFor()
})

it('opens what a label says in the browser', async () => {
  await page.goto(`${url}/s/${shortCode(unit, units[0]!)}`)
  await page.getByRole('heading', { level: 1, name: serial(1) }).waitFor()
})

it('answers without a network what this device knows, and says what it does not', async () => {
  await readyForOffline(page, url)
  await page.goto(`${url}/scanner`)
  await page.getByRole('textbox', { name: 'Scan or type a code' }).waitFor()
  await scan(serial(2))
  await says(serial(2))
  await device.context.setOffline(true)
  await scan(serial(1).toLowerCase())
  await says(serial(1))
  await page.getByRole('button', { name: 'Quarantine' }).waitFor()
  await scan(`${url}/s/${shortCode(unit, units[2]!)}`)
  await says(serial(3))
  await scan(`ELSEWHERE-${mark}`)
  await says('This device does not know the code')
  await page.goto(`${url}/scanner`)
  await page.getByRole('textbox', { name: 'Scan or type a code' }).waitFor()
  await expect.poll(() => list().count()).toBeGreaterThan(4)
  await device.context.setOffline(false)
})
