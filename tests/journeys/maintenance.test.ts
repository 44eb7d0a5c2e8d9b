import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { away, launch, readyForOffline } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Farah repairs at her bench and at her customers' homes, with a tablet, and often without a network. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const farah = `farah${mark.toLowerCase()}`
type Job = { id: number; number: string; stage: string; signedBy: string | null; workDone: string | null; unit: number }

let browser: Browser
let admin: Api
let bench: Device
let page: Page
let person: number
let product: number
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: role } = await makeRole(admin, `Service ${mark}`, [
    '40-a',
    '40-b',
    '40-c',
    '40-d',
    '103-a',
    '200-a',
    '200-d',
  ])
  person = (await makePerson(url, admin, farah, [role])).id
  product = (
    await admin.need<{ id: number }>('POST', '/product', { sku: `SV-${mark}`, name: `Kneader ${mark}`, price: 499_900 })
  ).id
  bench = await deviceOf(browser, url, farah)
  page = bench.page
  await page.setViewportSize({ width: 820, height: 1180 })
})
afterAll(async () => {
  await browser?.close()
  expect(bench.complaints).toEqual([])
})

const jobsOf = async (name: string) =>
  (await admin.need<{ rows: Job[] }>('GET', `/maintenance?q=${encodeURIComponent(name)}`)).rows
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().press('Enter')
/** Makes a move that asks for a word. */
async function say(move: string, label: string | RegExp, words: string) {
  await press(move)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(label).fill(words)
  await dialog.getByRole('button', { name: move, exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

it('takes a device in by its serial number, and says at once whether it is under warranty', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const serial = `SN-${mark}`
  await admin.need('POST', '/unit', { serial, product, warrantyStart: today, warrantyEnd: '2099-12-31' })
  await page.goto(`${url}/maintenances/maintenance-add`)
  await page.getByLabel('Phone', { exact: true }).fill(`+9197${randomInt(10_000_000, 99_999_999)}`)
  await page.getByLabel('Name', { exact: true }).fill(`Asha ${mark}`)
  const device = page.getByRole('combobox', { name: 'Device' })
  await device.fill(serial)
  await page.getByRole('option', { name: serial }).click()
  await page.getByText('Under warranty').first().waitFor()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await jobsOf(`Asha ${mark}`)).length).toBe(1)
  const [made] = await jobsOf(`Asha ${mark}`)
  expect(made).toMatchObject({ stage: 'logged', warranted: true, serial, product })
})

it('goes from the diagnosis to the customer’s hands without a network, and is there when the network is', async () => {
  const { id } = await admin.need<Job>('POST', '/maintenance', {
    name: `Vikram ${mark}`,
    phone: `+9197${randomInt(10_000_000, 99_999_999)}`,
    product,
    serial: 'FOREIGN-1',
    assignedTo: person,
    problems: [{ text: 'Does not switch on' }],
  })
  await admin.need('POST', `/maintenance/${id}/receive`)
  await readyForOffline(page, url)
  await page.goto(`${url}/maintenances/maintenance-details/${id}`)
  await page.getByText('Does not switch on').first().waitFor()
  expect(await barriers(page)).toEqual([])
  const back = await away(page, route => route.continue())
  await say('Diagnose', /^What is wrong/, 'The switch is broken.')
  await press('Start repair')
  await say('Finish repair', /^What was done/, 'A new switch.')
  await press('Check passed')
  await press('Ready')
  await say('Hand over', /^Who took it/, 'Vikram himself')
  await page.getByText('Handed over').first().waitFor()
  expect((await jobsOf(`Vikram ${mark}`))[0]!.stage).toBe('received')
  await back()
  await expect.poll(async () => (await jobsOf(`Vikram ${mark}`))[0]!.stage, { timeout: 60_000 }).toBe('handedOver')
  expect((await jobsOf(`Vikram ${mark}`))[0]).toMatchObject({ workDone: 'A new switch.', signedBy: 'Vikram himself' })
})
