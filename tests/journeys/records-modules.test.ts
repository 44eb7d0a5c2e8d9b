import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { apiAs, type Api } from '../support/api.ts'
import { complaintsOf, launch, signIn, withoutWorker } from '../support/browser.ts'

const url = inject('productUrl')
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]
let admin: Api
beforeAll(async () => {
  browser = await launch()
  context = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 900 } })
  page = await context.newPage()
  complaints = complaintsOf(page)
  admin = await apiAs(url)
  await signIn(page, url)
})
afterAll(async () => {
  await browser.close()
})

const open = async (path: string) => {
  await page.goto(`${url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const mark = () => randomUUID().slice(0, 8)
type Made = { id: number }

describe('records that everything else refers to', () => {
  it('makes a product out of another one: all is filled in but what only one can have', async () => {
    const sku = `FS-${mark()}`
    const old = await admin.need<Made>('POST', '/product', { sku, name: `Foot spa ${sku}`, price: 499_900 })
    await open(`/settings/product-copy/${old.id}`)
    const name = page.getByLabel('Name', { exact: true })
    await expect.poll(() => name.inputValue()).toContain(`Foot spa ${sku}`)
    expect(await page.getByLabel('SKU').inputValue()).toBe('')
    await name.fill(`Foot spa compact ${sku}`)
    await page.getByLabel('SKU').fill(`${sku}-C`)
    await page.keyboard.press('Control+s')
    await page.waitForURL(/product-(list|edit)/)
    const found = () => admin.need<{ rows: { price: number; name: string }[] }>('GET', `/product?q=${sku}-C`)
    await expect.poll(found).toMatchObject({ rows: [{ name: `Foot spa compact ${sku}`, price: 499_900 }] })
    expect(complaints).toEqual([])
  })

  it('shows the passport of a device: whose it is, its warranty and why, its life, and takes it in for service', async () => {
    const of = mark()
    const product = await admin.need<Made>('POST', '/product', { sku: of, name: `Trimmer ${of}`, price: 100 })
    const owner = await admin.need<Made>('POST', '/customer', {
      name: `Ravi ${of}`,
      phones: [{ number: '+919820000100' }],
    })
    const delivered = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const device = await admin.need<Made>('POST', '/unit', {
      serial: `T-${of}`,
      product: product.id,
      customer: owner.id,
      deliveredAt: delivered,
    })
    await open(`/unit/unit-details/${device.id}`)
    const main = page.getByRole('main')
    const warranty = main.getByRole('region', { name: 'Warranty' })
    await warranty.getByText('Under warranty', { exact: true }).waitFor()
    await warranty.getByText('It counts from the day of delivery.').waitFor()
    await main
      .getByRole('link', { name: `Ravi ${of}` })
      .first()
      .waitFor()
    await main
      .getByRole('button', { name: 'Take in for service' })
      .or(main.getByRole('button', { name: /^More/ }))
      .first()
      .waitFor()
    await admin.need('POST', `/unit/${device.id}/repair`)
    await open(`/unit/unit-details/${device.id}?tab=life`)
    await main.getByText('Device taken in for service', { exact: true }).waitFor()
    await main.getByText('Repair', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('says while a number is typed who has it, merges the two after a look, and takes it back', async () => {
    const of = mark()
    const phone = `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
    const known = await admin.need<Made>('POST', '/customer', { name: `Asha ${of}`, phones: [{ number: phone }] })
    await open('/customers/customer-create')
    await page.getByLabel('Name', { exact: true }).fill(`A. Rao ${of}`)
    await page.getByRole('group', { name: 'Line 1' }).getByRole('textbox').first().fill(phone)
    await page.getByText(`Asha ${of} has this number.`).waitFor()
    await page.keyboard.press('Control+s')
    await page.waitForURL(/customer-history/)
    await page.getByRole('heading', { level: 1, name: `A. Rao ${of}` }).waitFor()

    await page.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Merge…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `Asha ${of}` }).click()
    await dialog.getByRole('heading', { name: `What Asha ${of} gets` }).waitFor()
    await dialog.getByRole('button', { name: `Merge into Asha ${of}` }).click()
    await page.getByRole('heading', { level: 1, name: `Asha ${of}` }).waitFor()
    const [merged] = (
      await admin.need<{ rows: (Made & { mergedInto: number })[] }>('GET', `/customer?archived=true&q=${of}`)
    ).rows
    expect(merged).toMatchObject({ mergedInto: known.id })

    await open(`/customers/customer-history/${known.id}?tab=timeline`)
    await page.getByRole('main').getByRole('link', { name: 'Look at it' }).click()
    await page.getByRole('button', { name: 'Undo merge' }).first().click()
    await expect.poll(async () => (await admin.need<{ rows: Made[] }>('GET', `/customer?q=${of}`)).rows.length).toBe(2)
    expect(complaints).toEqual([])
  })
})
