import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { away, launch, readyForOffline } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Farah leaves in the morning. What she has to do stands on her tablet, also where there is no network. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const farah = `farahday${mark.toLowerCase()}`
type Made = { id: number; number: string }

let browser: Browser
let admin: Api
let tablet: Device
let page: Page
let person: number
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const permissions = ['40-a', '40-b', '40-c', '40-d', '103-a', '104-a', '104-d', '200-a', '200-d']
  const { id: role } = await makeRole(admin, `Field ${mark}`, permissions)
  person = (await makePerson(url, admin, farah, [role])).id
  tablet = await deviceOf(browser, url, farah)
  page = tablet.page
  await page.setViewportSize({ width: 820, height: 1180 })
})
afterAll(async () => {
  await browser?.close()
  expect(tablet.complaints).toEqual([])
})

const inDays = (days: number, hour: number) => {
  const at = new Date(Date.now() + days * 86_400_000)
  // Well inside the day of a house in India.
  at.setUTCHours(hour, 0, 0, 0)
  return at.toISOString()
}

it('shows the jobs of today and of the days after it without a network, with whom to call and what to take along', async () => {
  const { id: product } = await admin.need<Made>('POST', '/product', {
    sku: `MD-${mark}`,
    name: `Kneader ${mark}`,
    price: 499_900,
  })
  const { id: part } = await admin.need<Made>('POST', '/part', {
    code: `BAT-${mark}`,
    name: `Battery ${mark}`,
    price: 30_000,
  })
  const jobs: Made[] = []
  for (const [name, scheduledAt, qty] of [
    ['Asha', inDays(0, 5), 2],
    ['Vikram', inDays(0, 4), 1],
    ['Meera', inDays(3, 5), 1],
    ['Nobody', inDays(20, 5), 1],
  ] as const)
    jobs.push(
      await admin.need<Made>('POST', '/maintenance', {
        name: `${name} ${mark}`,
        phone: `+9197${randomInt(10_000_000, 99_999_999)}`,
        address: `${qty} Lake Road`,
        product,
        serviceMode: 'onSite',
        assignedTo: person,
        scheduledAt,
        problems: [{ text: 'Does not switch on' }],
        parts: [{ part, qty, price: 30_000 }],
      }),
    )
  await readyForOffline(page, url)
  const back = await away(page, route => route.continue())
  await page.goto(`${url}/home`)
  const card = page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: 'My day' }) })
    .last()
  await card.getByRole('link', { name: `Asha ${mark}` }).waitFor()
  const names = await card.getByRole('link', { name: mark }).allTextContents()
  expect(names.map(text => text.split(' · ')[1])).toEqual([`Vikram ${mark}`, `Asha ${mark}`, `Meera ${mark}`])
  expect(await card.getByRole('link', { name: '2 Lake Road' }).getAttribute('href')).toMatch(/^geo:/)
  expect(await card.locator('a[href^="tel:"]').count()).toBe(3)
  // Of today alone: two and one.
  await card.getByRole('region', { name: 'To take along' }).getByText('3 ×').waitFor()
  await card.getByText(`Battery ${mark}`).waitFor()
  expect(await barriers(page)).toEqual([])
  await card.getByRole('link', { name: `Asha ${mark}` }).click()
  await page.getByText('Does not switch on').first().waitFor()
  await back()
})
