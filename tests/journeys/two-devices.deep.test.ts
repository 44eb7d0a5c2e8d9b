import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { launch } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Mira is out with a tablet and has a telephone too; Noor sits at a desk. All three have the same records open. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const mira = `mira${mark}`
const noor = `noor${mark}`

type Branch = { id: number; version: number; name: string; hours: string | null; note: string | null }

let browser: Browser
let admin: Api
let tablet: Device
let phone: Device
let desk: Device

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: role } = await makeRole(admin, `Two devices ${mark}`, ['52-a', '52-b', '52-c', '52-d'])
  await makePerson(url, admin, mira, [role])
  await makePerson(url, admin, noor, [role])
  const at = (person: string) => deviceOf(browser, url, person)
  ;[tablet, phone, desk] = await Promise.all([at(mira), at(mira), at(noor)])
})
afterAll(async () => {
  await browser?.close()
  expect([tablet, phone, desk].flatMap(({ complaints }) => complaints)).toEqual([])
})

const makeBranch = (name: string) => admin.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })
const branch = (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`)
const details = (id: number) => `${url}/dealer-branch/dealer-branch-details/${id}`

async function openForm({ page }: Device, id: number) {
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  await page.getByLabel('Opening hours', { exact: true }).waitFor()
}
async function fill({ page }: Device, field: string, value: string) {
  await page.getByLabel(field, { exact: true }).fill(value)
  await page.keyboard.press('Control+s')
}
/** On the device that has no connection: the record was opened before it was lost. */
async function editOffline(device: Device, id: number, field: string, value: string) {
  await openForm(device, id)
  await device.context.setOffline(true)
  await fill(device, field, value)
  // The form is left once the change is in the queue.
  await device.page.waitForURL(({ pathname }) => !pathname.includes('-edit/'))
}
/** On a device that has one, by its own screens. */
async function edit(device: Device, id: number, field: 'hours' | 'note', value: string) {
  await openForm(device, id)
  await fill(device, field === 'hours' ? 'Opening hours' : 'Note', value)
  await expect.poll(async () => (await branch(id))[field]).toBe(value)
}
/** How a field of the record stands on the page that shows it. */
const shown = ({ page }: Device, field: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(field, { exact: true }) })
    .locator('dd')
    .innerText()
async function shows(device: Device, { id, name }: Branch, values: Record<string, string>) {
  await device.page.goto(details(id))
  await device.page.getByRole('heading', { level: 1, name }).waitFor()
  // A page that was opened a moment before the change arrived leaves it to its person when to see it.
  const news = device.page.getByRole('button', { name: 'Show change' })
  const now = async (field: string) => {
    if (await news.isVisible()) await news.click()
    return shown(device, field)
  }
  for (const [field, value] of Object.entries(values)) await expect.poll(() => now(field)).toBe(value)
}
const card = ({ page }: Device, name: string) => page.getByRole('article').filter({ hasText: name })

it.each([
  ['another person', () => desk],
  ['the same person', () => phone],
])('merges without a question what %s changed in another field meanwhile', async (_, otherDevice) => {
  const other = otherDevice()
  const made = await makeBranch('Merge')
  await editOffline(tablet, made.id, 'Opening hours', 'of the tablet')
  await edit(other, made.id, 'note', 'of the other one')
  await tablet.context.setOffline(false)
  await expect.poll(() => branch(made.id)).toMatchObject({ hours: 'of the tablet', note: 'of the other one' })
  await tablet.page
    .getByRole('link', { name: /Unsent|Sending|Needs your decision|Not accepted/ })
    .waitFor({ state: 'detached' })
  for (const device of [tablet, other])
    await shows(device, made, { 'Opening hours': 'of the tablet', Note: 'of the other one' })
  await tablet.page.goto(`${url}/outbox`)
  await tablet.page.getByText('Everything is sent').waitFor()
})

/** Mira's change of a field without a connection meets one of the same field. */
async function clash(name: string, other: Device): Promise<Branch> {
  const made = await makeBranch(name)
  await editOffline(tablet, made.id, 'Opening hours', `mine ${mark}`)
  await edit(other, made.id, 'hours', `theirs ${mark}`)
  await shows(other, made, { 'Opening hours': `theirs ${mark}` })
  await tablet.context.setOffline(false)
  await tablet.page
    .getByRole('link', { name: /Needs your decision \(/ })
    .first()
    .click()
  await card(tablet, made.name).waitFor()
  return made
}

it('asks whoever was offline about a field that both changed, and shows the answer to the other one at once', async () => {
  const made = await clash('Mine', desk)
  const asked = card(tablet, made.name)
  const who = `Noor${mark} Sample`
  // With its day, should midnight lie between.
  const when = '(\\d+ \\w+ \\d{4}, )?\\d+:\\d\\d'
  await asked.getByText(new RegExp(`You changed it at ${when}.*${who} changed it at ${when}`)).waitFor()
  const field = asked.getByRole('group', { name: 'Opening hours' })
  await field.getByRole('radio', { name: `Mine mine ${mark}` }).waitFor()
  await field.getByRole('radio', { name: `Theirs theirs ${mark}` }).waitFor()
  expect((await branch(made.id)).hours).toBe(`theirs ${mark}`)

  await field.getByRole('radio', { name: /^Mine/ }).check()
  await asked.getByRole('button', { name: 'Save my choice' }).click()
  await tablet.page.getByText('Everything is sent').waitFor()
  await desk.page.getByText(`Mira${mark} Sample changed Opening hours just now.`).waitFor()
  await desk.page.getByRole('button', { name: 'Show change' }).click()
  await expect.poll(() => shown(desk, 'Opening hours')).toBe(`mine ${mark}`)
  for (const device of [tablet, desk]) await shows(device, made, { 'Opening hours': `mine ${mark}` })
  expect((await branch(made.id)).hours).toBe(`mine ${mark}`)
})

it('gives up the change where theirs is taken, and then both show it', async () => {
  const made = await clash('Theirs', phone)
  const asked = card(tablet, made.name)
  await asked
    .getByRole('group', { name: 'Opening hours' })
    .getByRole('radio', { name: /^Theirs/ })
    .check()
  await asked.getByRole('button', { name: 'Save my choice' }).click()
  await tablet.page.getByRole('button', { name: 'Keep theirs' }).click()
  await tablet.page.getByText('Everything is sent').waitFor()
  for (const device of [tablet, phone]) await shows(device, made, { 'Opening hours': `theirs ${mark}` })
  expect(await branch(made.id)).toMatchObject({ hours: `theirs ${mark}`, version: 2 })
})
