import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { launch, signIn, withoutWorker } from '../support/browser.ts'

/** A device cannot be repaired: its customer goes home with another one, whose warranty is what the old one's was. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
type Row = { id: number; stage: string } & Record<string, unknown>

let browser: Browser
let admin: Api
let page: Page
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  page = await (await browser.newContext(withoutWorker)).newPage()
  await signIn(page, url)
  await page.setViewportSize({ width: 1280, height: 900 })
})
afterAll(() => browser?.close())

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().press('Enter')
const choose = async (within: Page | ReturnType<Page['getByRole']>, label: string | RegExp, words: string) => {
  await within.getByRole('combobox', { name: label }).fill(words)
  await page.getByRole('option', { name: words }).first().click()
}

it('goes from the job that cannot be repaired to a new serial number in the customer’s hands', async () => {
  const phone = `+9197${randomInt(10_000_000, 99_999_999)}`
  const { id: product } = await admin.need<Row>('POST', '/product', {
    sku: `RP-${mark}`,
    name: `Kneader ${mark}`,
    price: 499_900,
  })
  const { id: customer } = await admin.need<Row>('POST', '/customer', {
    name: `Asha ${mark}`,
    phones: [{ number: phone }],
  })
  await admin.need('POST', '/list/return-reason', { label: `Dead ${mark}` })
  const dates = {
    soldAt: '2026-01-05',
    deliveredAt: '2026-01-05',
    warrantyStart: '2026-01-05',
    warrantyEnd: '2099-12-31',
  }
  const old = await admin.need<Row>('POST', '/unit', { serial: `OLD-${mark}`, product, customer, ...dates })
  const fresh = await admin.need<Row>('POST', '/unit', { serial: `NEW-${mark}`, product })
  const job = await admin.need<Row>('POST', '/maintenance', { name: `Asha ${mark}`, phone, unit: old.id })
  await admin.need('POST', `/maintenance/${job.id}/receive`)
  await admin.need('POST', `/maintenance/${job.id}/diagnose`, { diagnosis: 'The motor is burnt out.' })
  await admin.need('POST', `/maintenance/${job.id}/giveUp`, { endReason: 'There is no such motor any more.' })

  await page.goto(`${url}/maintenances/maintenance-details/${job.id}`)
  await page.getByRole('link', { name: 'Replace', exact: true }).click()
  // What the job knows stands there.
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(`Asha ${mark}`)
  await page.getByLabel('Reason').click()
  await page.getByRole('option', { name: `Dead ${mark}` }).click()
  // While a list is open nothing else can be reached.
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Approve', exact: true }).first().waitFor()
  expect(await barriers(page)).toEqual([])
  const dialog = page.getByRole('dialog')
  await press('Approve')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await press('Set device aside')
  await choose(dialog, /^Serial number of the new device/, `NEW-${mark}`)
  await dialog.getByRole('button', { name: 'Set device aside', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await press('Hand over')
  await dialog.getByLabel(/^Who took it/).fill('Asha herself')
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Delivered', { exact: true }).first().waitFor()

  const now = async (path: string) => admin.need<Row>('GET', path)
  expect(await now(`/unit/${fresh.id}`)).toMatchObject({
    stage: 'withCustomer',
    customer,
    replaces: old.id,
    warrantyBasis: 'carried',
    warrantyEnd: '2099-12-31',
  })
  expect(await now(`/unit/${old.id}`)).toMatchObject({ stage: 'quarantine', customer: null, replacedBy: fresh.id })
  expect(await now(`/maintenance/${job.id}`)).toMatchObject({ stage: 'handedOver', signedBy: 'Asha herself' })

  // The passport of the old one says which took its place, and the job by which replacement.
  await page.goto(`${url}/unit/unit-details/${old.id}`)
  await page
    .getByRole('link', { name: `NEW-${mark}` })
    .first()
    .waitFor()
  await page.goto(`${url}/maintenances/maintenance-details/${job.id}`)
  await page.getByText('Replaced with').waitFor()
})

it('asks which device of an order it is, where it was sold with several', async () => {
  const phone = `+9197${randomInt(10_000_000, 99_999_999)}`
  const { id: product } = await admin.need<Row>('POST', '/product', {
    sku: `RQ-${mark}`,
    name: `Shaver ${mark}`,
    price: 99_900,
  })
  const order = await admin.need<Row>('POST', '/order', {
    name: `Ravi ${mark}`,
    phone,
    paymentMode: 'cash',
    lines: [{ product, qty: 2, unitPrice: 99_900 }],
  })
  const serials = [`ONE-${mark}`, `TWO-${mark}`]
  const units: Row[] = []
  for (const serial of serials) units.push(await admin.need<Row>('POST', '/unit', { serial, product }))
  await admin.need('POST', `/order/${order.id}/confirm`)
  const { lines } = await admin.need<{ lines: { id: number }[] }>('GET', `/order/${order.id}`)
  const items = [{ line: lines[0]!.id, product, qty: 2, units: units.map(({ id }) => id) }]
  const { id: parcel } = await admin.need<Row>('POST', '/dispatch', { order: order.id, items })
  for (const step of ['pack', 'check', 'label', 'handOver', 'deliver'])
    await admin.need('POST', `/dispatch/${parcel}/${step}`, {})
  await page.goto(`${url}/maintenances/maintenance-replacement-create/${order.id}`)
  await page.getByRole('button', { name: `Replace TWO-${mark}` }).click()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(`Ravi ${mark}`)
  await expect.poll(() => page.getByRole('combobox', { name: 'Old device' }).inputValue()).toBe(`TWO-${mark}`)
})
