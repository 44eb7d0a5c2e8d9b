import { randomUUID } from 'node:crypto'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { go, launch, readyForOffline } from '../support/browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'
import { storedRows } from '../support/stored.ts'

/** Mira's tablet has work that the server would not take, and is away again. Asha may decide about it; Noor was faster. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const [mira, asha, noor] = [`mira${mark}`, `asha${mark}`, `noor${mark}`]
const nameOf = (username: string) => `${username.charAt(0).toUpperCase()}${username.slice(1)} Sample`
const [Mira, Asha, Noor] = [nameOf(mira), nameOf(asha), nameOf(noor)]

type Branch = { id: number; version: number; name: string; hours: string | null; storeType: number | null }
type Made = { id: number; version: number }

let browser: Browser
let admin: Api
let desk: Api
let tablet: Device
let office: Device
let ashaId: number

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const codes = ['52-a', '52-b', '52-c', '52-d']
  const { id: role } = await makeRole(admin, `Branches ${mark}`, codes)
  const { id: decides } = await makeRole(admin, `Decides ${mark}`, codes, { approves: ['dealerBranch'] })
  await makePerson(url, admin, mira, [role])
  await makePerson(url, admin, noor, [role])
  ashaId = (await makePerson(url, admin, asha, [decides])).id
  desk = await apiAs(url, noor, PASSWORD)
  const at = (person: string) => deviceOf(browser, url, person)
  ;[tablet, office] = await Promise.all([at(mira), at(asha)])
  await readyForOffline(tablet.page, url)
})
afterAll(async () => {
  await browser?.close()
  expect([tablet, office].flatMap(({ complaints }) => complaints)).toEqual([])
})

const branch = (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`)
const makeStoreType = (label: string) => admin.need<Made>('POST', '/list/store-type', { label: `${label} ${mark}` })
const save = async ({ page }: Device) => {
  await page.keyboard.press('Control+s')
  await page.waitForURL(/-(details|history)\//)
}
async function pickStoreType({ page }: Device, label: string) {
  await page.getByRole('button', { name: /^Store type/ }).click()
  await page.getByRole('option', { name: label }).click()
}
const card = ({ page }: Device, name: string) =>
  page.getByRole('region', { name: 'Stuck work of others' }).getByRole('article', { name })
/** Behind a dialog no card has a role. */
async function gone(decided: Locator) {
  await office.page.getByRole('dialog').waitFor({ state: 'detached' })
  await decided.waitFor({ state: 'detached' })
}

it('decides about work of somebody who is away, who reads on the way back who did, what and why', async () => {
  const [kept, dropped] = await Promise.all(
    ['Kept', 'Dropped'].map(name => desk.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })),
  )
  const [kiosk, counter] = await Promise.all([makeStoreType('Kiosk'), makeStoreType('Counter')])
  const stored = () => storedRows(tablet.page)
  for (const name of ['Kept', 'Dropped', 'Kiosk']) await expect.poll(stored).toContain(`${name} ${mark}`)

  // Two changes that meet others of the same field, and a new branch of a kind that is not to be chosen any more.
  await tablet.context.setOffline(true)
  for (const { id } of [kept!, dropped!]) {
    await tablet.page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
    await tablet.page.getByLabel('Opening hours', { exact: true }).fill(`mine ${mark}`)
    await save(tablet)
  }
  await tablet.page.goto(`${url}/dealer-branch/dealer-branch-create`)
  await tablet.page.getByLabel('Name', { exact: true }).fill(`Edited ${mark}`)
  await pickStoreType(tablet, `Kiosk ${mark}`)
  await save(tablet)
  const editedId = Number(new URL(tablet.page.url()).pathname.split('/').at(-1))
  for (const { id } of [kept!, dropped!])
    await desk.need('PATCH', `/dealer-branch/${id}`, { hours: `theirs ${mark}` }, 1)
  await admin.need('DELETE', `/list/store-type/${kiosk.id}`)

  await tablet.page.goto(`${url}/outbox`)
  await tablet.context.setOffline(false)
  await tablet.page.getByRole('heading', { name: 'Needs your decision 2' }).waitFor()
  await tablet.page.getByRole('heading', { name: 'Not accepted 1' }).waitFor()
  await tablet.context.setOffline(true)

  await office.page.goto(`${url}/outbox`)
  const ofKept = card(office, kept!.name)
  await ofKept.getByText(new RegExp(`^By ${Mira}, `)).waitFor()
  await ofKept.getByText(new RegExp(`^${Noor} was faster, `)).waitFor()
  for (const value of ['mine', 'theirs']) await ofKept.getByText(`${value} ${mark}`).waitFor()
  await ofKept.getByRole('button', { name: 'Keep as wanted' }).click()
  await office.page.getByText(`Kept as ${Mira} wanted`).waitFor()
  await gone(ofKept)
  expect(await branch(kept!.id)).toMatchObject({ hours: `mine ${mark}`, version: 3, updatedBy: ashaId })

  const ofEdited = card(office, `Edited ${mark}`)
  await ofEdited.getByText('Store type: This is archived; choose another.').waitFor()
  await ofEdited.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = office.page.getByRole('dialog')
  await pickStoreType(office, `Counter ${mark}`)
  await dialog.getByRole('button', { name: 'Save and send' }).click()
  await gone(ofEdited)
  expect(await branch(editedId)).toMatchObject({ name: `Edited ${mark}`, storeType: counter.id, version: 1 })

  const ofDropped = card(office, dropped!.name)
  await ofDropped.getByRole('button', { name: 'Drop' }).click()
  await dialog.getByLabel('Reason').fill(`Shut since May ${mark}`)
  await dialog.getByRole('button', { name: 'Drop' }).click()
  await gone(ofDropped)
  expect(await branch(dropped!.id)).toMatchObject({ hours: `theirs ${mark}`, version: 2 })

  expect(await tablet.page.getByText(/^Decided by/).count()).toBe(0)
  await tablet.context.setOffline(false)
  await tablet.page.getByText('Everything is sent').waitFor()
  const told = tablet.page.getByRole('complementary').getByRole('listitem')
  const decided = (what: string) => new RegExp(`Decided by ${Asha}, .*: ${what}`)
  await told.filter({ hasText: kept!.name }).getByText(decided('kept as you wanted')).waitFor()
  await told
    .filter({ hasText: `Edited ${mark}` })
    .getByText(decided('changed'))
    .waitFor()
  await told
    .filter({ hasText: dropped!.name })
    .getByText(decided(`dropped \\(Shut since May ${mark}\\)`))
    .waitFor()
  for (const [{ id }, hours] of [[kept!, 'mine'] as const, [dropped!, 'theirs'] as const]) {
    await go(tablet.page, `/dealer-branch/dealer-branch-details/${id}`)
    await tablet.page.locator('main').getByText(`${hours} ${mark}`, { exact: true }).first().waitFor()
  }
})
