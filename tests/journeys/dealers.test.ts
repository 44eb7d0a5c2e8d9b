import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { launch, withoutWorker } from '../support/browser.ts'
import { mouse } from '../support/hands.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Dev brings a dealer in and takes its orders; Hema answers for what it may owe. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const dealer = `Sahyadri Traders ${mark}`
const branch = `Sahyadri Nashik ${mark}`
const wide = { ...withoutWorker, viewport: { width: 1280, height: 900 } }

type Made = { id: number }
type Dealer = Made & { stage: string; creditLimit: number; contacts: { name: string; phone: string }[] }

let browser: Browser
let admin: Api
const devices: Device[] = []
const at = async (person: string): Promise<Page> => {
  const device = await deviceOf(browser, url, person, wide)
  devices.push(device)
  return device.page
}
const found = async <T = Made>(path: string, name: string) =>
  (await admin.need<{ rows: T[] }>('GET', `${path}?q=${encodeURIComponent(name)}`)).rows[0]!
const idIn = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1))

let page: Page
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const orders = ['20-a', '20-b', '20-c', '20-d', '51-a', '51-d']
  const desk = [...orders, '51-b', '51-c', '52-a', '52-b', '52-d', '125-a', '126-a']
  const { id: role } = await makeRole(admin, `Dealers ${mark}`, desk)
  const { id: lends } = await makeRole(admin, `Lends ${mark}`, orders, { approves: ['order'] })
  await makePerson(url, admin, `dev${mark}`, [role])
  await makePerson(url, admin, `hema${mark}`, [lends])
  page = await at(`dev${mark}`)
})
afterAll(async () => {
  await browser?.close()
  for (const { complaints } of devices) expect(complaints).toEqual([])
})

it('is made with whom to call and what it may owe, comes to sell by its moves, and gets a branch from its page', async () => {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  await page.goto(`${url}/dealer/dealer-create`)
  await field('Name').first().fill(dealer)
  await mouse.choose(field('Dealer type'), 'Distributor')
  await button('Add line').click()
  const contact = page.getByRole('group', { name: 'Line 1', exact: true })
  await contact.getByLabel('Name').fill('Prakash Gokhale')
  await contact.getByLabel('Phone').fill('98230 51174')
  await field('Credit limit').fill('100000')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/dealer\/dealer-details\//)
  await page.getByRole('heading', { level: 1, name: dealer }).waitFor()
  const id = idIn(page)
  const known = () => admin.need<Dealer>('GET', `/dealer/${id}`)
  expect(await known()).toMatchObject({
    stage: 'prospect',
    creditLimit: 10_000_000,
    contacts: [{ name: 'Prakash Gokhale', phone: '98230 51174' }],
  })
  await button('Start onboarding').press('Enter')
  await button('Activate').press('Enter')
  await expect.poll(known).toMatchObject({ stage: 'active' })

  await page.getByRole('tab', { name: /^Dealer branches/ }).click()
  await page.getByRole('link', { name: 'New branch' }).press('Enter')
  await page.waitForURL(/\/dealer-branch\/dealer-branch-add\//)
  await expect.poll(() => field('Dealer').inputValue()).toBe(dealer)
  await field('Name').fill(branch)
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/dealer\/dealer-details\//)
  await page.getByRole('tab', { name: /^Dealer branches/ }).click()
  await page.getByRole('link', { name: branch }).waitFor()
  expect(await found('/dealer-branch', branch)).toMatchObject({ name: branch, dealer: id })
})

it('orders on credit up to its limit, and beyond it once somebody who may has said so', async () => {
  const { id: product } = await admin.need<Made>('POST', '/product', {
    sku: `KW-${mark}`,
    name: `Massager ${mark}`,
    price: 400_000,
  })
  const { id: dealerBranch } = await found('/dealer-branch', branch)
  const ordered = (qty: number) =>
    admin.need<Made>('POST', '/order', {
      phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
      name: dealer,
      lines: [{ product, qty, unitPrice: 400_000 }],
      paymentMode: 'credit',
      dealerBranch,
    })
  const orderOf = (id: number) => admin.need<{ stage: string; creditApproved: number | null }>('GET', `/order/${id}`)
  const first = await ordered(20)
  await admin.need('POST', `/order/${first.id}/confirmShort`, {})
  const { id } = await ordered(10)
  await page.goto(`${url}/orders/orders-details/${id}`)
  await page.getByRole('button', { name: 'Confirm', exact: true }).press('Enter')
  const sums = 'Credit limit of .+ 1,00,000.00, open 80,000.00, this order 40,000.00: 20,000.00 over'
  await page.getByText(new RegExp(`${sums}. Somebody who may approve has to say yes`)).waitFor()
  expect(await orderOf(id)).toMatchObject({ stage: 'draft', creditApproved: null })

  const lender = await at(`hema${mark}`)
  await lender.goto(`${url}/orders/orders-details/${id}`)
  await lender.getByRole('main').getByRole('button', { name: /^More/ }).press('Enter')
  await lender.getByRole('menuitem', { name: 'Approve credit' }).press('Enter')
  await lender.getByRole('dialog').getByRole('button', { name: 'Approve credit' }).press('Enter')
  await expect.poll(() => orderOf(id)).toMatchObject({ stage: 'draft', creditApproved: 4_000_000 })
  await page.getByRole('button', { name: 'Confirm with items missing' }).press('Enter')
  await expect.poll(() => orderOf(id)).toMatchObject({ stage: 'confirmed' })
})
