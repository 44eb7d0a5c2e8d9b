import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { launch } from '../support/browser.ts'
import { finger, keys, type Hand } from '../support/hands.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/**
 * Sana sells: somebody who asked is called, the inquiry becomes an order, the order is confirmed, changed and paid, and the money comes
 * to the bank. Once by the keys alone at a desk, once with a finger on a tablet.
 */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const sana = `sana${mark}`

type Order = { id: number; number: string; stage: string; total: number; balance: number; missing: number }

let browser: Browser
let admin: Api
const devices: Device[] = []
let me: number
let product: number
let source: number
/** How many orders were paid into the one bank. */
let settled = 0

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const may = [
    '10-a',
    '10-b',
    '10-c',
    '10-d',
    '20-f',
    '21-a',
    '21-c',
    '50-a',
    '50-d',
    '103-a',
    '103-d',
    '200-a',
    '200-d',
    '203-a',
    '203-b',
    '114-a',
    '114-d',
  ]
  const approves = ['order', 'orderCancel']
  const { id: role } = await makeRole(admin, `Sales ${mark}`, may, { approves })
  await makePerson(url, admin, sana, [role])
  me = (await admin.need<{ rows: { id: number }[] }>('GET', `/user?q=${sana}`)).rows[0]!.id
  const sources = await admin.need<{ rows: { id: number; label: string }[] }>('GET', '/list/source?limit=100')
  source = sources.rows.find(({ label }) => label === 'Phone')!.id
  await admin.need('POST', '/bank', { name: `Bank ${mark}` })
  const input = { sku: `KW-${mark}`, name: `Massager ${mark}`, price: 499_900, taxRate: 1800 }
  product = (await admin.need<{ id: number }>('POST', '/product', input)).id
})
afterAll(async () => {
  await browser?.close()
  for (const { complaints } of devices) expect(complaints).toEqual([])
})

const orderOf = (id: number) => admin.need<Order>('GET', `/order/${id}`)

const hands = {
  'the keys alone': { look: undefined, handOf: keys },
  'a finger on a tablet': {
    look: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
    handOf: () => finger,
  },
}

it.each(Object.keys(hands) as (keyof typeof hands)[])(
  'with %s: an inquiry becomes an order, is confirmed, loses a piece, is paid for, and the money is in the bank',
  async name => {
    const { look, handOf } = hands[name]
    const device = await deviceOf(browser, url, sana, look)
    devices.push(device)
    const { page } = device
    await sell(page, handOf(page), `${mark}-${devices.length}`)
  },
)

it('with a finger on a tablet: an order is typed from nothing', async () => {
  const device = await deviceOf(browser, url, sana, hands['a finger on a tablet'].look)
  devices.push(device)
  const { page } = device
  await page.goto(`${url}/orders/orders-create`)
  const line = page.getByRole('group', { name: 'Line 1' })
  await line.waitFor()
  const who = `Meera Iyer ${mark}`
  await finger.fill(page.getByLabel('Phone', { exact: true }), `98${randomInt(10_000_000, 99_999_999)}`)
  await finger.fill(page.getByLabel('Name', { exact: true }), who)
  await finger.fill(page.getByLabel('Address', { exact: true }), '4 Lake Road')
  await finger.choose(line.getByRole('combobox', { name: /^Product/ }), `Massager ${mark}`)
  await expect.poll(() => line.getByRole('textbox', { name: /^Unit price/ }).inputValue()).toBe('4,999')
  await finger.fill(line.getByRole('textbox', { name: /^Qty/ }), '2')
  expect(await barriers(page)).toEqual([])
  await finger.press(page.getByRole('button', { name: /^Save(?! and)/ }).first())
  await page.waitForURL(/\/orders\/orders-details\//)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect(await orderOf(id)).toMatchObject({ stage: 'draft', total: 999_800 })
})

async function sell(page: Page, hand: Hand, of: string) {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first()
  const dialog = page.getByRole('dialog')
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
  for (const n of [1, 2]) await admin.need('POST', '/unit', { serial: `KW-${of}-${n}`, product })
  const who = `Asha Rao ${of}`
  const asked = await admin.need<{ id: number }>('POST', '/inquiry', {
    name: who,
    phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
    source,
    assignedTo: me,
    address: '14 Gariahat Road',
    products: [{ product, qty: 2, quoted: 489_900 }],
  })
  await page.goto(`${url}/inquiry/inquiry-details/${asked.id}`)
  await hand.press(button('Interested'))
  await hand.fill(dialog.getByLabel('What was said'), 'Wants two')
  await hand.press(inDialog('Interested'))
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => admin.need('GET', `/inquiry/${asked.id}`)).toMatchObject({ stage: 'interested' })

  await hand.press(page.getByRole('link', { name: 'Move to order' }).first())
  await page.getByLabel('Name', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(who)
  await hand.choose(page.getByLabel('Payment', { exact: true }), 'Cash on delivery')
  await hand.press(button(/^Save(?! and)/))
  await page.waitForURL(/\/orders\/orders-details\//)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect(await orderOf(id)).toMatchObject({ stage: 'draft', total: 979_800 })
  expect(await admin.need('GET', `/inquiry/${asked.id}`)).toMatchObject({ stage: 'converted', order: id })

  await hand.press(button('Confirm'))
  await expect.poll(async () => orderOf(id)).toMatchObject({ stage: 'confirmed', missing: 0 })
  await page
    .getByRole('link', { name: `KW-${of}-1` })
    .first()
    .waitFor()
  expect(await barriers(page)).toEqual([])

  await hand.press(page.getByRole('link', { name: 'Cancel items' }))
  await page.waitForURL(/\/orders\/orders-cancel-create\//)
  await hand.fill(page.getByRole('textbox', { name: /Cancel of/ }).first(), '1')
  await hand.fill(page.getByLabel('Reason', { exact: true }), 'One is enough')
  expect(await barriers(page)).toEqual([])
  await hand.press(button(/^Save(?! and)/))
  await page.waitForURL(/\/orders\/orders-details\//)
  await hand.press(page.getByRole('tab', { name: /^Cancellations/ }))
  await hand.press(button('Approve'))
  await hand.press(inDialog('Approve'))
  await expect.poll(async () => orderOf(id)).toMatchObject({ total: 489_900, balance: 489_900 })

  await page.goto(`${url}/cash-orders/cash-orders-list`)
  const { number } = await orderOf(id)
  await hand.fill(page.getByRole('search').getByRole('searchbox'), number)
  await page.waitForURL(url => url.searchParams.get('q') === number)
  await hand.press(page.getByRole('row', { name: number }).getByRole('link').first())
  await page.getByRole('heading', { level: 1, name: number }).waitFor()
  await hand.press(button('Record collection'))
  await hand.fill(dialog.getByLabel('Amount'), '4899')
  await hand.press(inDialog('Record collection'))
  await expect.poll(async () => orderOf(id)).toMatchObject({ balance: 0 })
  await hand.press(button('Record remittance'))
  await hand.fill(dialog.getByLabel('Amount'), '4899')
  await hand.choose(dialog.getByLabel('Bank', { exact: true }), `Bank ${mark}`)
  await hand.press(inDialog('Record remittance'))
  await page.getByText('Settled').first().waitFor()
  settled += 1
  expect(await barriers(page)).toEqual([])
  await isInLedger(page, hand, number)
}

/** The money stands in the ledger of its bank, and goes from there into a file and onto paper. */
async function isInLedger(page: Page, hand: Hand, number: string) {
  const { rows: banks } = await admin.need<{ rows: { id: number }[] }>('GET', `/bank?q=${mark}`)
  await page.goto(`${url}/settings/bank-details/${banks[0]!.id}`)
  const ledger = page.getByRole('grid', { name: 'Ledger' })
  const sum = `₹${(4_899 * settled).toLocaleString('en-IN')}`
  const line = ledger.getByRole('row', { name: number })
  expect(await line.innerText()).toMatch(new RegExp(`Remittance[\\s\\S]*₹4,899\\s+—\\s+${sum}`))
  expect(await ledger.getByRole('row').last().innerText()).toMatch(
    new RegExp(`Closing balance\\s+${sum}\\s+—\\s+${sum}`),
  )
  expect(await barriers(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await hand.press(page.getByRole('button', { name: 'CSV' }))
  expect((await saved).suggestedFilename()).toMatch(/^Bank .* Ledger \d{4}-\d\d-01 .*\.csv$/)
  await hand.press(page.getByRole('button', { name: 'Print', exact: true }))
  await page.getByRole('article').getByText('Page 1 of 1').waitFor()
  expect(await page.getByRole('article').innerText()).toContain(number)
}
