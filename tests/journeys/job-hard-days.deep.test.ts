import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { aMoment, away, byPagesOnly, controlled, launch, readyForOffline, signIn } from '../support/browser.ts'
import { killOn, startOn } from '../support/own-browser.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Days on which it goes wrong: a customer says no, two work at the same job, a tablet loses its power. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const jaya = `jaya${mark}`
const omar = `omar${mark}`
const tablet = { width: 820, height: 1180 }
type Job = {
  id: number
  stage: string
  checklist: { value: string | null }[]
  parts: { qty: number }[]
  diagnosis: string | null
  workDone: string | null
  decidedBy: string | null
  declineReason: string | null
  endReason: string | null
}

let browser: Browser
let admin: Api
let person: number
let product: number
let one: Device
let other: Device
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const rights = ['40-a', '40-b', '40-c', '40-d', '103-a', '104-a', '104-d', '200-a', '200-d', '60-a']
  const { id: role } = await makeRole(admin, `Bench ${mark}`, rights)
  person = (await makePerson(url, admin, jaya, [role])).id
  await makePerson(url, admin, omar, [role])
  product = (await admin.need<Job>('POST', '/product', { sku: `HD-${mark}`, name: `Kneader ${mark}`, price: 99_900 }))
    .id
  ;[one, other] = await Promise.all([deviceOf(browser, url, jaya), deviceOf(browser, url, omar)])
  for (const { page } of [one, other]) await page.setViewportSize(tablet)
})
afterAll(async () => {
  await browser?.close()
  expect([...one.complaints, ...other.complaints]).toEqual([])
})

async function jobAt(stage: 'diagnosed' | 'inRepair'): Promise<number> {
  const { id } = await admin.need<Job>('POST', '/maintenance', {
    name: `Meena ${mark}`,
    phone: `+9197${randomInt(10_000_000, 99_999_999)}`,
    product,
    serviceMode: 'onSite',
    problems: [{ text: 'Loud noise at speed 3' }],
    checklist: [{ label: 'Powers on' }, { label: 'Brush wear', kind: 'number', unit: 'mm' }],
    charges: [{ label: 'Visit', amount: 20_000 }],
  })
  const step = (name: string, args: object = {}) => admin.need('POST', `/maintenance/${id}/${name}`, args)
  await step('assign', { assignedTo: person })
  await step('diagnose', { diagnosis: 'The brushes are worn.' })
  if (stage === 'inRepair') await step('repair')
  return id
}
const jobNow = (id: number) => admin.need<Job>('GET', `/maintenance/${id}`)
async function open(page: Page, id: number) {
  await page.goto(`${url}/maintenances/maintenance-edit/${id}`)
  await page.getByText('Loud noise at speed 3').first().waitFor()
}
async function stands(page: Page, stage: string) {
  await page.locator('[aria-current=step]').getByText(stage, { exact: true }).waitFor()
  await page.locator('[data-rests=false]').waitFor()
}
async function step(page: Page, move: string, said: Record<string, string> = {}) {
  const button = page.getByRole('button', { name: move, exact: true }).first()
  if (!(await button.isVisible())) await page.getByRole('button', { name: 'Other moves' }).press('Enter')
  const item = page.getByRole('menuitem', { name: move, exact: true })
  await button.or(item).first().waitFor()
  await ((await button.isVisible()) ? button : item).press('Enter')
  const dialog = page.getByRole('dialog')
  for (const [label, words] of Object.entries(said)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(words)
  await dialog.getByRole('button', { name: move, exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}
/** What is typed into one of the job's fields is kept when it is left. */
async function write(page: Page, field: string, words: string) {
  await page.getByLabel(field, { exact: true }).fill(words)
  await page.getByLabel(field, { exact: true }).blur()
  await aMoment(page)
}

it.each([false, true])(
  'a customer declines the estimate, and the device is given up (offline: %s)',
  async isOffline => {
    const id = await jobAt('diagnosed')
    const { page } = one
    if (isOffline) await readyForOffline(page, url)
    await open(page, id)
    const back = isOffline ? await away(page, route => route.continue()) : null
    await step(page, 'Estimate was sent')
    await stands(page, 'Estimate sent')
    await step(page, 'Customer declines', { 'Who declined it': `Meena ${mark}`, Why: 'Too dear' })
    await stands(page, 'Declined')
    if (back) {
      expect((await jobNow(id)).stage).toBe('diagnosed')
      await page.reload()
      await stands(page, 'Declined')
      await back()
    }
    await expect
      .poll(() => jobNow(id), { timeout: 60_000 })
      .toMatchObject({ stage: 'declined', decidedBy: `Meena ${mark}`, declineReason: 'Too dear' })
    await step(page, 'Cannot be repaired', { Why: 'Not worth it' })
    await expect
      .poll(() => jobNow(id), { timeout: 60_000 })
      .toMatchObject({ stage: 'unrepairable', endReason: 'Not worth it' })
  },
)

it('keeps what two technicians write in other fields of one job, and asks about the one that both wrote', async () => {
  const id = await jobAt('inRepair')
  await readyForOffline(one.page, url)
  for (const { page } of [one, other]) await open(page, id)
  let back = await away(one.page, route => route.continue())
  await write(one.page, 'Work done', 'New brushes.')
  await one.page.getByRole('checkbox', { name: 'Powers on' }).check()
  await other.page.getByLabel('Brush wear').fill('2.1')
  await other.page.getByLabel('Brush wear').blur()
  await write(other.page, 'Diagnosis', 'Brushes and cord.')
  await expect.poll(() => jobNow(id)).toMatchObject({ diagnosis: 'Brushes and cord.', workDone: null })
  await back()
  await expect
    .poll(() => jobNow(id), { timeout: 60_000 })
    .toMatchObject({ workDone: 'New brushes.', diagnosis: 'Brushes and cord.' })
  expect((await jobNow(id)).checklist.map(({ value }) => value)).toEqual(['yes', '2.1'])

  back = await away(one.page, route => route.continue())
  await write(one.page, 'Work done', 'New brushes, oiled.')
  await expect.poll(() => other.page.getByLabel('Work done', { exact: true }).inputValue()).toBe('New brushes.')
  await write(other.page, 'Work done', 'New motor.')
  await expect.poll(() => jobNow(id)).toMatchObject({ workDone: 'New motor.' })
  await back()
  await one.page
    .getByRole('link', { name: /Needs your decision \(/ })
    .first()
    .click({ timeout: 60_000 })
  const field = one.page.getByRole('group', { name: 'Work done' })
  await field.getByRole('radio', { name: 'Theirs New motor.' }).waitFor()
  expect((await jobNow(id)).workDone).toBe('New motor.')
  await field.getByRole('radio', { name: 'Mine New brushes, oiled.' }).check()
  await one.page.getByRole('button', { name: 'Save my choice' }).click()
  await one.page.getByText('Everything is sent').waitFor()
  expect((await jobNow(id)).workDone).toBe('New brushes, oiled.')
})

it('has all of a job that a tablet was at when its power went, and sends it once there is a network', async () => {
  const id = await jobAt('inRepair')
  const profile = mkdtempSync(join(tmpdir(), 'caredesk-hard-days-'))
  try {
    let context = await startOn(profile)
    await byPagesOnly(context)
    let page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize(tablet)
    await signIn(page, url, jaya, PASSWORD)
    await controlled(page)
    await readyForOffline(page, url)
    await open(page, id)
    await away(page, route => route.continue())
    await page.getByRole('checkbox', { name: 'Powers on' }).check()
    await page.getByLabel('Brush wear').fill('2.1')
    await page.getByLabel('Brush wear').blur()
    await write(page, 'Diagnosis', 'Brushes and cord.')
    await page.getByRole('button', { name: 'Start timer', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await page.getByText('2 of 2', { exact: true }).waitFor()
    expect(killOn(profile)).toBeGreaterThan(0)
    await context.close().catch(() => undefined)

    context = await startOn(profile, { offline: true })
    await byPagesOnly(context)
    page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize(tablet)
    const back = await away(page, route => route.continue())
    await open(page, id)
    await page.getByText('2 of 2', { exact: true }).waitFor()
    expect(await page.getByLabel('Brush wear').inputValue()).toBe('2.1')
    expect(await page.getByLabel('Diagnosis', { exact: true }).inputValue()).toBe('Brushes and cord.')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    expect(await jobNow(id)).toMatchObject({ diagnosis: 'The brushes are worn.' })
    await back()
    await expect.poll(() => jobNow(id), { timeout: 60_000 }).toMatchObject({ diagnosis: 'Brushes and cord.' })
    await expect
      .poll(async () => (await jobNow(id)).checklist.map(({ value }) => value), { timeout: 60_000 })
      .toEqual(['yes', '2.1'])
    await context.close()
  } finally {
    killOn(profile)
    rmSync(profile, { recursive: true, force: true })
  }
})
