import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { shortCode } from '#contract/short-code.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { labelSizes, type LabelSizeName } from '#src/paper/label-sizes.ts'
import { apiAs, type Api } from '../support/api.ts'
import { launch, signIn, withoutWorker } from '../support/browser.ts'
import { atDots, decode, prepareDecoder } from '../support/decode-print.ts'

/** Labels as printers draw them, dot by dot, and read by a decoder that is not ours. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const MM = 72 / 25.4
const SIGNS = '^029&~'
const FAR = {
  name: 'Smt. Lakshmi Venkata Subramanian Krishnamurthy Iyer',
  address:
    'Flat 1204, Tower C, Sri Venkateswara Residency Phase II, Behind Old Post Office\nOpp. Government Higher Secondary School for Girls, Near Water Tank',
  pincode: '695014',
}

type Made = { id: number }
let browser: Browser
let admin: Api
let parcel: Made
let bare: Made
let many: Made
let far: Made

beforeAll(async () => {
  await prepareDecoder()
  browser = await launch()
  admin = await apiAs(url)
  const make = (path: string, input: object) => admin.need<Made>('POST', path, input)
  const { id: product } = await make('/product', {
    sku: `LB-${mark}`,
    name: `Head set ${mark}`,
    price: 99_900,
    serialised: false,
  })
  const sale = await admin.need<Made & { lines: Made[] }>('POST', '/order', {
    name: 'Ananya Banerjee',
    phone: '+919830041172',
    lines: [{ product, qty: 4, unitPrice: 99_900 }],
  })
  await admin.need('POST', `/order/${sale.id}/confirmShort`, {})
  const input = (awb: string, more: object = {}) => ({
    order: sale.id,
    items: [{ line: sale.lines[0]!.id, product, qty: 1 }],
    name: 'Ananya Banerjee',
    phone: '+919830041172',
    address: '14/2 Gariahat Road, 3rd floor',
    pincode: '700019',
    awb,
    codAmount: 1_537_400,
    ...more,
  })
  const parcelOf = async (awb: string, more: object = {}) => {
    const made = await make('/dispatch', input(awb, more))
    for (const move of ['pack', 'check']) await admin.need('POST', `/dispatch/${made.id}/${move}`)
    return made
  }
  parcel = await parcelOf(`3521${mark}4417`)
  // The library that draws codes would take some of these for a command.
  bare = await parcelOf(`7${mark}${SIGNS}`, { codAmount: null })
  far = await parcelOf(`9${mark}`, FAR)
  many = await parcelOf(`8${mark}`, { parcels: Array.from({ length: 10 }, () => ({ weight: 500 })) })
})
afterAll(() => browser?.close())

async function labelPage(context: BrowserContext, path: string, size: LabelSizeName, dpi: number): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(said => localStorage.setItem('label-print', said), `${size} ${dpi}`)
  await page.addInitScript('window.print = () => void dispatchEvent(new Event("afterprint"))')
  await signIn(page, url)
  await page.goto(`${url}${path}`)
  await page.locator('[data-sheets] article').first().waitFor({ state: 'attached' })
  await page.getByText(`× Head set ${mark}`).first().waitFor({ state: 'attached' })
  return page
}

const said = (of: Made, awb: string) => [`Code128 ${awb}`, `QRCode ${url}/s/${shortCode(dispatch, of.id)}`]

it.each(
  ([203, 300] as const).flatMap(dpi => (Object.keys(labelSizes) as LabelSizeName[]).map(size => [dpi, size] as const)),
)('at %d dpi, on %s, bars and code are read as they were meant', async (dpi, size) => {
  const context = await browser.newContext({ ...withoutWorker, ...atDots(dpi), colorScheme: 'dark' })
  const page = await labelPage(context, `/orders/orders-dispatch-label/${parcel.id}?ids=${bare.id}`, size, dpi)
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  const boxes = [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const [width, height] = labelSizes[size].page
  expect(boxes).toHaveLength(labelSizes[size].onPage > 1 ? 1 : 2)
  for (const [, wide, high] of boxes) {
    expect(Number(wide) / MM).toBeCloseTo(width, 0)
    expect(Number(high) / MM).toBeCloseTo(height, 0)
  }
  await page.emulateMedia({ media: 'print' })
  const sheets = page.locator('[data-sheets] article')
  const read = []
  for (let at = 0; at < 2; at += 1) read.push(...(await decode(await sheets.nth(at).screenshot())))
  expect(read.toSorted()).toEqual([...said(parcel, `3521${mark}4417`), ...said(bare, `7${mark}${SIGNS}`)].toSorted())
  // Nothing of the app is on the paper, and paper is white.
  expect(await page.locator('main').isVisible()).toBe(false)
  const corner = await sharp(await sheets.first().screenshot())
    .extract({ left: 2, top: 2, width: 1, height: 1 })
    .raw()
    .toBuffer()
  expect(corner[0]).toBe(255)
  await context.close()
})

// Case longAddress.
it.each(Object.keys(labelSizes) as LabelSizeName[])('on %s no word of a long address is lost', async size => {
  const context = await browser.newContext({ ...withoutWorker, ...atDots(203) })
  const page = await labelPage(context, `/orders/orders-dispatch-label/${far.id}`, size, 203)
  await page.emulateMedia({ media: 'print' })
  const label = page.locator('[data-sheets] article').first()
  for (const word of [...FAR.name.split(' '), ...FAR.address.split(/\s+/)])
    expect(await label.textContent()).toContain(word)
  // All of it lies within its part of the label, above what is to be collected.
  const [needs, has] = await label
    .locator('section')
    .first()
    .evaluate(part => [part.scrollHeight, part.clientHeight])
  expect(needs).toBeLessThanOrEqual(has)
  const read = await decode(await label.screenshot())
  expect(read.toSorted()).toEqual(said(far, `9${mark}`).toSorted())
  await context.close()
})

it('prints two hundred in one go, each on a page of its own, and says so of the parcel', async () => {
  const context = await browser.newContext(withoutWorker)
  const page = await labelPage(context, `/orders/orders-dispatch-label/${many.id}`, 'roll', 203)
  await page.getByLabel('Copies').fill('20')
  const print = page.getByRole('button', { name: /^Print 200 labels$/ })
  await print.waitFor()
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(200)
  await print.click()
  await expect.poll(() => admin.need('GET', `/dispatch/${many.id}`)).toMatchObject({ stage: 'labelled' })
  await context.close()
})
