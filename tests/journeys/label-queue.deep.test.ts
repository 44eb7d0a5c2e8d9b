import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { part } from '#contract/modules/catalogue/part.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { shortCode } from '#contract/short-code.ts'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { aMoment, complaintsOf, controlled, launch, readyForOffline, signIn } from '../support/browser.ts'
import { atDots, decode, prepareDecoder } from '../support/decode-print.ts'
import { scanWithGun } from '../support/gun.ts'
import type { Device } from '../support/own-device.ts'

/** Meera puts new devices and parts away, and each of them needs a label. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const meera = `labels${mark.toLowerCase()}`
const serial = (n: number) => `LQ${mark}-${100 + n}`
const MANY = 100

let browser: Browser
let admin: Api
let device: Device
let page: Page
const units: number[] = []
let brush: number
let job: number

beforeAll(async () => {
  await prepareDecoder()
  browser = await launch()
  admin = await apiAs(url)
  const may = ['103-a', '103-d', '104-a', '104-c', '104-d', '200-a', '200-d', '40-a', '40-b', '40-c', '40-d']
  const { id: role } = await makeRole(admin, `Labelling ${mark}`, may)
  await makePerson(url, admin, meera, [role])
  const make = async (path: string, input: object) => (await admin.need<{ id: number }>('POST', path, input)).id
  const product = await make('/product', { sku: `LQ${mark}`, name: `Dryer ${mark}`, price: 499_900 })
  for (let n = 0; n < MANY; n += 1) units.push(await make('/unit', { serial: serial(n), product }))
  brush = await make('/part', { name: `Brush ${mark}`, code: `BR${mark}`, barcode: `8${mark}` })
  job = await make('/maintenance', {
    name: 'Anil Kulkarni',
    phone: '+919830041172',
    product,
    serial: serial(900),
    problems: [{ text: 'Loud' }],
  })
  // Its pictures have the dots of a printer for labels.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...atDots(203) })
  page = await context.newPage()
  device = { context, page, complaints: complaintsOf(page) }
  await signIn(page, url, meera, PASSWORD)
  await controlled(page)
  page.setDefaultTimeout(20_000)
  await page.addInitScript(
    'window.print = () => { window.prints = (window.prints ?? 0) + 1; dispatchEvent(new Event("afterprint")) }',
  )
})
afterAll(async () => {
  await browser?.close()
  expect(device.complaints).toEqual([])
})

const prints = () => page.evaluate(() => Number(Reflect.get(globalThis, 'prints') ?? 0))
const code = (module: { code: number }, id: number) => `QRCode ${url}/s/${shortCode(module, id)}`
const queued = () => page.locator('#main li').filter({ has: page.getByRole('textbox', { name: /^Copies of/ }) })
const historyOf = async (path: string) =>
  (
    await admin.need<{ entries: { action: string; after: { copies?: number } }[] }>('GET', `${path}/history`)
  ).entries.map(({ action, after }) => (action === 'print' ? `print ${after.copies}` : action))

/** A page of labels as the printer draws it. */
async function printed(at = 0): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const found = await decode(await page.locator('[data-sheets] > div').nth(at).screenshot())
  await page.emulateMedia({ media: 'screen' })
  return found
}

it('prints the labels of a hundred devices that were selected in their list, in one go', async () => {
  await page.goto(`${url}/unit/unit-list?q=LQ${mark}`)
  await page.getByRole('grid').getByText(serial(0)).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).click()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  const all = bar.getByRole('button', { name: /^Select all/ })
  if (await all.isVisible()) await all.click()
  await bar.getByRole('button', { name: 'Add to labels' }).click()
  await page.getByText('100 labels are waiting to be printed').waitFor()
  await page.getByRole('button', { name: 'Open labels' }).click()
  await page.getByRole('button', { name: 'Print 100 labels' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.locator('[data-sheets]').getByText(`Dryer ${mark}`).first().waitFor({ state: 'attached' })
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(MANY)
  await page.getByRole('button', { name: 'Print 100 labels' }).click()
  await page.getByText('No labels are waiting').waitFor()
  expect(await prints()).toBe(1)
  await expect.poll(() => historyOf(`/unit/${units[0]}`)).toEqual(['print 1', 'create'])
  await expect.poll(() => historyOf(`/unit/${units.at(-1)}`)).toEqual(['print 1', 'create'])
  // The paper was stuck.
  await page.getByRole('button', { name: 'Print again' }).click()
  await page.getByRole('button', { name: 'Print 100 labels' }).waitFor()
  await page.getByRole('button', { name: 'Clear the list' }).click()
  await page.getByText('No labels are waiting').waitFor()
})

it('queues what was scanned, says why kinds are apart, and keeps copies and paper over a reload', async () => {
  await page.goto(`${url}/scanner`)
  await page.getByRole('textbox', { name: 'Scan or type a code' }).waitFor()
  const scan = (text: string) => scanWithGun(page, text)
  await scan(serial(1))
  await page.getByRole('button', { name: 'Add to labels', exact: true }).click()
  await page.getByText('1 label is waiting to be printed').waitFor()
  await aMoment(page)
  await scan(`8${mark}`)
  await page.locator('#main ol li').nth(1).waitFor()
  await scan(`${url}/s/${shortCode(maintenance, job)}`)
  await page.locator('#main ol li').nth(2).waitFor()
  expect(await barriers(page)).toEqual([])
  await aMoment(page)
  await page.getByRole('button', { name: 'Add all to labels' }).click()
  await page.getByText('2 labels are waiting to be printed').waitFor()

  await page.goto(`${url}/labels`)
  await page.getByRole('radio', { name: /^Devices and parts/ }).waitFor()
  await page.getByText('one print holds one kind').waitFor()
  await page.getByText('A4, 24 labels').click()
  const copies = page.getByRole('textbox', { name: `Copies of Brush ${mark}` })
  await copies.fill('2')
  await page.getByRole('button', { name: 'Print 3 labels' }).waitFor()
  await page.getByRole('textbox', { name: 'First place on the sheet' }).fill('23')
  await expect.poll(() => page.locator('[data-sheets] > div').count()).toBe(2)
  expect(await printed(0)).toHaveLength(4)
  const bars = [`Code128 ${serial(1)}`, `Code128 8${mark}`]
  expect([...(await printed(0)), ...(await printed(1))].toSorted()).toEqual(
    [...bars, `Code128 8${mark}`, code(unit, units[1]!), code(part, brush), code(part, brush)].toSorted(),
  )
  await page.getByRole('button', { name: 'Print 3 labels' }).click()
  await expect.poll(() => historyOf(`/part/${brush}`)).toEqual(['print 2', 'scan', 'create'])
  await page.reload()
  // What is left is the job's, of another kind.
  await page.getByRole('button', { name: 'Print 1 label' }).waitFor()
  expect(await queued().count()).toBe(1)
  expect(await printed()).toEqual([code(maintenance, job)])
})

it('does all of that without a network, and tells the server when there is one', async () => {
  await readyForOffline(page, url)
  await page.goto(`${url}/unit/unit-details/${units[2]}`)
  await page.getByRole('heading', { level: 1, name: serial(2) }).waitFor()
  await device.context.setOffline(true)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Print label' }).click()
  await expect.poll(prints).toBe(1)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Add to labels' }).click()
  await page.goto(`${url}/labels`)
  await page.getByText('Devices and parts').click()
  await page.getByText('A4, 65 labels').click()
  await page.locator('[data-sheets]').getByText(serial(2)).first().waitFor({ state: 'attached' })
  await page.locator('[data-sheets]').getByText(`Dryer ${mark}`).first().waitFor({ state: 'attached' })
  expect(await printed()).toEqual([code(unit, units[2]!)])
  await page.getByRole('button', { name: 'Print 1 label' }).click()
  await expect.poll(() => queued().count()).toBe(1)
  await device.context.setOffline(false)
  // It was one of the hundred too.
  await expect.poll(() => historyOf(`/unit/${units[2]}`)).toEqual(['print 1', 'print 1', 'print 1', 'create'])
})

it('offers the label of a job as soon as it is taken in, and needs no other page for it', async () => {
  await page.goto(`${url}/maintenances/maintenance-add`)
  await page.getByLabel('Phone', { exact: true }).fill('+919830041172')
  await page.getByLabel('Name', { exact: true }).fill(`Taken ${mark}`)
  await page.getByRole('combobox', { name: 'Device' }).fill(serial(5))
  await page.getByRole('option', { name: serial(5) }).click()
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Print label' }).click()
  await expect.poll(prints).toBe(1)
  expect(page.url()).toContain('/maintenances/maintenance-details/')
})
