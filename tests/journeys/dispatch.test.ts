import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { aMoment, away, launch, readyForOffline } from '../support/browser.ts'
import { scanWithGun } from '../support/gun.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Ravi packs at a bench, with a scan gun and a keyboard, and no hand free for a mouse. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const ravi = `ravi${mark.toLowerCase()}`

type Dispatch = { id: number; stage: string; awb: string | null; items: { qty: number; units: number[] }[] }

let browser: Browser
let admin: Api
let desk: Device
let page: Page
let product: number
const units: number[] = []
const serial = (n: number) => `KWP-${mark}-${n}`

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = ['20-a', '20-d', '20-e', '103-a', '103-d', '200-a', '200-d']
  const { id: role } = await makeRole(admin, `Packing ${mark}`, may)
  await makePerson(url, admin, ravi, [role])
  const make = (path: string, input: object) => admin.need<{ id: number }>('POST', path, input)
  product = (await make('/product', { sku: `KWP-${mark}`, name: `Kneader ${mark}`, price: 499_900 })).id
  for (const n of [1, 2, 3, 4]) units.push((await make('/unit', { serial: serial(n), product })).id)
  desk = await deviceOf(browser, url, ravi)
  page = desk.page
  await page.addInitScript('window.print = () => void dispatchEvent(new Event("afterprint"))')
})
afterAll(async () => {
  await browser?.close()
  expect(desk.complaints).toEqual([])
})

async function confirmedOrder(qty: number, of = product): Promise<number> {
  const order = await admin.need<{ id: number }>('POST', '/order', {
    name: `Asha Rao ${mark}`,
    phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
    address: '14 Gariahat Road',
    pincode: '700019',
    lines: [{ product: of, qty, unitPrice: 499_900 }],
  })
  await admin.need('POST', `/order/${order.id}/confirm`)
  return order.id
}
const parcelsOf = async (order: number) =>
  (await admin.need<{ rows: Dispatch[] }>('GET', `/dispatch?filter[order]=${order}`)).rows
const press = (name: string | RegExp) => page.getByRole('button', { name }).last().press('Enter')
/** A scan gun: keys a few milliseconds apart, and Enter, wherever the focus is. */
const scan = (code: string) => scanWithGun(page, code)
const inParcel = (text: string) => page.locator('li').filter({ hasText: text }).getByRole('button').waitFor()

it('packs and checks by scan, prints the label, hands over and delivers', async () => {
  const order = await confirmedOrder(2)
  await page.goto(`${url}/orders/orders-dispatch/${order}`)
  await press('Start packing 2 pieces')
  await page.getByRole('textbox', { name: 'Scan or type a serial number' }).waitFor()
  await scan(serial(1))
  await inParcel(serial(1))
  // Of another order, or of nobody: nothing goes on before it is out of the way.
  await scan(`OTHER-${mark}`)
  await page.getByRole('alertdialog').getByText('Nobody knows this code').waitFor()
  await scan(serial(2))
  await page.getByRole('alertdialog').waitFor()
  // The end of a scan answers nothing; a person does, a moment later.
  const answer = async () => {
    await page.keyboard.press('Enter')
    return page.getByRole('alertdialog').count()
  }
  await expect.poll(answer).toBe(0)
  await scan(serial(1))
  await page.getByText('Already in this parcel').waitFor()
  await scan(serial(2))
  await page.getByText('Nothing left to scan').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByLabel('AWB').focus()
  await scan(`AWB${mark}`)
  await aMoment(page)
  await press('Close parcel')
  await press('Print label')
  await page.getByRole('heading', { level: 1, name: 'Dispatch label' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await press('Print 1 label')
  await expect.poll(async () => (await parcelsOf(order))[0]).toMatchObject({ stage: 'labelled', awb: `AWB${mark}` })
  await page.getByRole('link', { name: 'Open the parcel' }).press('Enter')
  await press('Hand over')
  await press('Delivered')
  await page.getByRole('dialog').getByLabel('Who received it').fill('Her neighbour')
  await page.getByRole('dialog').getByRole('button', { name: 'Delivered' }).press('Enter')
  await expect.poll(async () => (await parcelsOf(order))[0]?.stage).toBe('delivered')
  const [parcel] = await parcelsOf(order)
  expect(new Set(parcel!.items[0]!.units)).toEqual(new Set(units.slice(0, 2)))
})

it('is done by somebody who may do nothing but dispatch, from the first scan until somebody takes it', async () => {
  const packer = `pim${mark.toLowerCase()}`
  const { id: role } = await makeRole(admin, `Packing only ${mark}`, ['20-e'])
  await makePerson(url, admin, packer, [role])
  const codes = ['A', 'B'].map(letter => `KWQ-${mark}-${letter}`)
  const roller = { sku: `KWQ-${mark}`, name: `Roller ${mark}`, price: 100 }
  const made = await admin.need<{ id: number }>('POST', '/product', roller)
  for (const code of codes) await admin.need('POST', '/unit', { serial: code, product: made.id })
  const order = await confirmedOrder(2, made.id)
  const own = await deviceOf(browser, url, packer)
  const ravis = page
  page = own.page
  try {
    await page.addInitScript('window.print = () => void dispatchEvent(new Event("afterprint"))')
    await page.goto(`${url}/orders/orders-dispatch/${order}`)
    await page.getByText(`Roller ${mark}`).first().waitFor()
    expect(await page.getByRole('link', { name: 'Open order' }).count()).toBe(0)
    await press('Start packing 2 pieces')
    await page.getByRole('textbox', { name: 'Scan or type a serial number' }).waitFor()
    await scan(serial(4))
    await page.getByRole('alertdialog').getByText('This product is not in this parcel.').waitFor()
    await aMoment(page)
    await page.getByRole('alertdialog').getByRole('button').press('Enter')
    for (const code of codes) await scan(code)
    await page.getByText('Nothing left to scan').waitFor()
    expect(await barriers(page)).toEqual([])
    await aMoment(page)
    await press('Close parcel')
    await press('Print label')
    await page.getByText(`2 × Roller ${mark}`).first().waitFor()
    await press('Print 1 label')
    await page.getByRole('link', { name: 'Open the parcel' }).press('Enter')
    await press('Hand over')
    await expect.poll(async () => (await parcelsOf(order))[0]?.stage).toBe('handedOver')
  } finally {
    page = ravis
    await own.context.close()
  }
  expect(own.complaints).toEqual([])
})

it('goes without a network from the first scan until somebody takes it, and is there when the network is', async () => {
  const order = await confirmedOrder(2)
  await readyForOffline(page, url)
  await page.goto(`${url}/orders/orders-dispatch/${order}`)
  await page.getByRole('button', { name: 'Start packing 2 pieces' }).waitFor()
  await page
    .getByText(serial(3))
    .or(page.getByText(`Kneader ${mark}`))
    .first()
    .waitFor()
  const back = await away(page, route => route.continue())
  await press('Start packing 2 pieces')
  await page.getByRole('textbox', { name: 'Scan or type a serial number' }).waitFor()
  await scan(serial(3))
  await scan(serial(4))
  await page.getByText('Nothing left to scan').waitFor()
  await aMoment(page)
  await press('Close parcel')
  await press('Print label')
  await press('Print 1 label')
  await page.getByRole('link', { name: 'Open the parcel' }).press('Enter')
  await press('Hand over')
  await page.getByRole('button', { name: 'Delivered' }).waitFor()
  expect(await parcelsOf(order)).toEqual([])
  await back()
  await expect.poll(async () => (await parcelsOf(order))[0]?.stage, { timeout: 60_000 }).toBe('handedOver')
  const [parcel] = await parcelsOf(order)
  expect(new Set(parcel!.items[0]!.units)).toEqual(new Set(units.slice(2)))
})
