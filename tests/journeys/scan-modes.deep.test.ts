import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { shortCode } from '#contract/short-code.ts'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { aMoment, launch, readyForOffline } from '../support/browser.ts'
import { scanWithGun } from '../support/gun.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Farida stands at the van of a courier, with a gun in one hand and a tablet beside her. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const farida = `farida${mark.toLowerCase()}`

let browser: Browser
let admin: Api
let device: Device
let page: Page
let product: number
let van: number
let other: number

type Parcel = { id: number; number: string; awb: string; stage: string; lines: { id: number }[] }
const make = <T extends object>(path: string, input: object = {}) => admin.need<T & { id: number }>('POST', path, input)

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = ['20-a', '20-d', '20-e', '103-a', '103-d']
  const { id: role } = await makeRole(admin, `Handing over ${mark}`, may)
  await makePerson(url, admin, farida, [role])
  product = (await make('/product', { sku: `TB-${mark}`, name: `Towel ${mark}`, price: 49_900, serialised: false })).id
  van = (await make('/list/courier', { label: `Van ${mark}` })).id
  other = (await make('/list/courier', { label: `Other ${mark}` })).id
  device = await deviceOf(browser, url, farida)
  page = device.page
})
afterAll(async () => {
  await browser?.close()
  expect(device.complaints).toEqual([])
})

async function parcel(awb: string, courier: number, ...moves: string[]): Promise<Parcel> {
  const order = await make<Parcel>('/order', {
    name: `Asha Rao ${mark}`,
    phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
    address: '14 Gariahat Road',
    pincode: '700019',
    lines: [{ product, qty: 1, unitPrice: 49_900 }],
  })
  await make(`/order/${order.id}/confirmShort`)
  const items = [{ line: order.lines[0]!.id, product, qty: 1, counted: 1 }]
  const { id } = await make('/dispatch', { order: order.id, items, courier, awb: `${awb}${mark}` })
  for (const move of moves) await make(`/dispatch/${id}/${move}`)
  return admin.need<Parcel>('GET', `/dispatch/${id}`)
}
const labelled = (awb: string, courier = van) => parcel(awb, courier, 'pack', 'check', 'label')
const stageOf = async ({ id }: Parcel) => (await admin.need<Parcel>('GET', `/dispatch/${id}`)).stage
const stages = (parcels: readonly Parcel[]) => Promise.all(parcels.map(stageOf))
/** A scan gun: keys a few milliseconds apart, and Enter, wherever the focus is. */
const scan = (code: string) => scanWithGun(page, code)
const labelOf = ({ id }: Parcel) => `${url}/s/${shortCode(dispatch, id)}`
const listed = () => page.locator('#main ol li')
const says = (text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor()
/** The end of a scan answers nothing; a person does, a moment later. */
const putAside = () =>
  expect
    .poll(async () => {
      await aMoment(page)
      await page.keyboard.press('Enter')
      return page.getByRole('alertdialog').count()
    })
    .toBe(0)

it('hands over five parcels that were scanned at the van, and none of another courier or kind', async () => {
  const five = await Promise.all(['A', 'B', 'C', 'D', 'E'].map(awb => labelled(awb)))
  const theirs = await labelled('X', other)
  const open = await parcel('Y', van)
  await page.goto(`${url}/scanner`)
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('menuitem', { name: 'Hand over to courier' }).click()
  await says('Scan the first parcel')
  expect(page.url()).toContain('mode=handOver')

  // Ten a second, by our label and by the courier's number.
  for (const one of five.slice(0, 3)) await scan(labelOf(one))
  await scan(five[3]!.awb)
  await expect.poll(() => listed().count()).toBe(4)
  await scan(five[0]!.awb)
  await says('Already scanned here')
  await scan(`TB-${mark}`)
  await says(/It is a record of another kind: product/)
  await scan(theirs.awb)
  await page.getByRole('alertdialog').getByText(`It goes with another courier: Other ${mark}.`).waitFor()
  expect(await barriers(page)).toEqual([])
  await scan(five[4]!.awb)
  await putAside()
  await scan(open.awb)
  await page.getByRole('alertdialog').getByText('It is still being packed').waitFor()
  await putAside()
  expect(await listed().count()).toBe(4)

  // What was scanned outlives the page, and one can be taken off.
  await page.reload()
  await expect.poll(() => listed().count()).toBe(4)
  await page.getByRole('button', { name: `Undo ${five[0]!.number}` }).click()
  await expect.poll(() => listed().count()).toBe(3)
  await scan(five[0]!.awb)
  await scan(five[4]!.awb)
  await expect.poll(() => listed().count()).toBe(5)
  expect(await barriers(page)).toEqual([])
  expect(await stages(five)).toEqual(five.map(() => 'labelled'))
  await page.getByRole('button', { name: `Hand 5 parcels to Van ${mark}` }).click()
  // The manifest of exactly these.
  await page.getByRole('heading', { level: 1, name: 'Manifest' }).waitFor()
  for (const one of five) await page.getByText(one.awb).first().waitFor()
  expect(await stages([...five, theirs, open])).toEqual([...five.map(() => 'handedOver'), 'labelled', 'draft'])
})

it('does the same without a network, and the parcels have left when it is there again', async () => {
  const two = await Promise.all(['F', 'G'].map(awb => labelled(awb)))
  await readyForOffline(page, url)
  await page.goto(`${url}/scanner?mode=handOver`)
  await page.getByRole('button', { name: 'Clear the list' }).click()
  await says('Scan the first parcel')
  await device.context.setOffline(true)
  for (const one of two) await scan(labelOf(one))
  await expect.poll(() => listed().count()).toBe(2)
  await page.getByRole('button', { name: `Hand 2 parcels to Van ${mark}` }).click()
  await page.getByRole('heading', { level: 1, name: 'Manifest' }).waitFor()
  for (const one of two) await page.getByText(one.awb).first().waitFor()
  await device.context.setOffline(false)
  await expect.poll(() => stages(two), { timeout: 60_000 }).toEqual(['handedOver', 'handedOver'])
})

it('takes in what came back, also what nobody said was coming', async () => {
  const [known, unannounced, here] = await Promise.all([
    parcel('H', van, 'pack', 'check', 'label', 'handOver', 'turnBack'),
    parcel('I', van, 'pack', 'check', 'label', 'handOver'),
    labelled('J'),
  ])
  await page.goto(`${url}/scanner?mode=takeBack`)
  await says('Scan the first parcel that came back')
  await scan(here.awb)
  await says('It has not left us yet.')
  await scan(known.awb)
  await scan(labelOf(unannounced))
  await expect.poll(() => listed().count()).toBe(2)
  await page.getByRole('button', { name: 'Take in 2 parcels' }).click()
  await page.getByRole('heading', { name: 'Taken in' }).waitFor()
  await expect.poll(() => stages([known, unannounced, here])).toEqual(['returned', 'returned', 'labelled'])
})
