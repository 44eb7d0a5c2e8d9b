import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { aMoment, away, launch, readyForOffline } from '../support/browser.ts'
import { scanWithGun } from '../support/gun.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Nadia sends repaired devices back from her bench, with a tablet and a scan gun. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const nadia = `nadia${mark.toLowerCase()}`

type Made = { id: number }
type Job = Made & { stage: string; signedBy: string | null }
type Dispatch = Made & { stage: string; items: { units: number[]; counted: number | null; text: string | null }[] }

let browser: Browser
let admin: Api
let bench: Device
let page: Page
let person: number
let product: number
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = ['40-a', '40-c', '40-d', '40-e', '103-a', '103-d', '200-a', '200-d']
  const { id: role } = await makeRole(admin, `Sending ${mark}`, may)
  person = (await makePerson(url, admin, nadia, [role])).id
  product = (await admin.need<Made>('POST', '/product', { sku: `JP-${mark}`, name: `Kneader ${mark}`, price: 499_900 }))
    .id
  bench = await deviceOf(browser, url, nadia)
  page = bench.page
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.addInitScript('window.print = () => void dispatchEvent(new Event("afterprint"))')
})
afterAll(async () => {
  await browser?.close()
  expect(bench.complaints).toEqual([])
})

/** A job that is done, with its device on the bench. */
async function readyJob(serial: string, accessories: string | null): Promise<{ id: number; unit: number }> {
  const unit = await admin.need<Made>('POST', '/unit', { serial, product })
  const { id } = await admin.need<Made>('POST', '/maintenance', {
    name: `Asha ${mark}`,
    phone: `+9197${randomInt(10_000_000, 99_999_999)}`,
    address: '14 Gariahat Road',
    pincode: '700019',
    unit: unit.id,
    accessories,
    assignedTo: person,
  })
  const step = (name: string, args: object = {}) => admin.need('POST', `/maintenance/${id}/${name}`, args)
  await step('receive')
  await step('diagnose', { diagnosis: 'The switch is broken.' })
  await step('repair')
  await step('finish', { workDone: 'A new switch.' })
  await step('passCheck')
  await step('makeReady')
  return { id, unit: unit.id }
}
const jobNow = (id: number) => admin.need<Job>('GET', `/maintenance/${id}`)
const parcelsOf = async (job: number) =>
  (await admin.need<{ rows: Dispatch[] }>('GET', `/dispatch?filter[maintenance]=${job}`)).rows
/** A person presses a moment after a scan: an Enter that comes at once is the end of a label, and presses nothing. */
const press = async (name: string | RegExp) => {
  await aMoment(page)
  await page.getByRole('button', { name }).last().press('Enter')
}
/** A scan gun: keys a few milliseconds apart, and Enter, wherever the focus is. */
const scan = (code: string) => scanWithGun(page, code)

it('leads from the job to its parcel, checks it by scan, labels and hands it over; the job is with its customer', async () => {
  const serial = `JPA-${mark}`
  const { id, unit } = await readyJob(serial, 'Charger and case')
  await page.goto(`${url}/maintenances/maintenance-details/${id}`)
  await page.getByRole('tab', { name: 'Dispatches' }).click()
  await page.getByRole('link', { name: 'Pack', exact: true }).press('Enter')
  await press('Start packing 2 pieces')
  await page.getByRole('textbox', { name: 'Scan or type a serial number' }).waitFor()
  await scan(`OTHER-${mark}`)
  await page.getByRole('alertdialog').getByText('This is not the device of this job.').waitFor()
  await aMoment(page)
  await page.keyboard.press('Enter')
  await scan(serial)
  await page.locator('li').filter({ hasText: serial }).getByRole('button').waitFor()
  await press('One Charger and case is in')
  await page.getByText('Nothing left to scan').waitFor()
  expect(await barriers(page)).toEqual([])
  await press('Close parcel')
  await press('Print label')
  await page.getByRole('heading', { level: 1, name: 'Dispatch label' }).waitFor()
  await page.getByText(`1 × Kneader ${mark}, 1 × Charger and case`).first().waitFor()
  await page.getByText(/^MNT-/).first().waitFor()
  expect(await barriers(page)).toEqual([])
  await press('Print 1 label')
  await expect.poll(async () => (await parcelsOf(id))[0]?.stage).toBe('labelled')
  await page.getByRole('link', { name: 'Open the parcel' }).press('Enter')
  await press('Hand over')
  await expect.poll(async () => (await jobNow(id)).stage).toBe('dispatched')
  await press('Delivered')
  await page.getByRole('dialog').getByLabel('Who received it').fill('Her neighbour')
  await page.getByRole('dialog').getByRole('button', { name: 'Delivered' }).press('Enter')
  await expect.poll(async () => (await parcelsOf(id))[0]?.stage).toBe('delivered')
  expect(await jobNow(id)).toMatchObject({ stage: 'handedOver', signedBy: 'Her neighbour' })
  const [parcel] = await parcelsOf(id)
  expect(parcel!.items).toMatchObject([{ units: [unit] }, { text: 'Charger and case', counted: 1 }])
})

it('goes without a network from the first scan until somebody takes it', async () => {
  const serial = `JPB-${mark}`
  const { id, unit } = await readyJob(serial, null)
  await readyForOffline(page, url)
  await page.goto(`${url}/maintenances/maintenance-dispatch/${id}`)
  await page.getByRole('button', { name: 'Start packing 1 piece' }).waitFor()
  await page.getByText(`Kneader ${mark}`).first().waitFor()
  const back = await away(page, route => route.continue())
  await press('Start packing 1 piece')
  await page.getByRole('textbox', { name: 'Scan or type a serial number' }).waitFor()
  await scan(serial)
  await page.getByText('Nothing left to scan').waitFor()
  await press('Close parcel')
  await press('Print label')
  await press('Print 1 label')
  await page.getByRole('link', { name: 'Open the parcel' }).press('Enter')
  await press('Hand over')
  await page.getByRole('button', { name: 'Delivered' }).waitFor()
  expect(await parcelsOf(id)).toEqual([])
  await back()
  await expect.poll(async () => (await jobNow(id)).stage, { timeout: 60_000 }).toBe('dispatched')
  expect((await parcelsOf(id))[0]).toMatchObject({ stage: 'handedOver', items: [{ units: [unit] }] })
})
