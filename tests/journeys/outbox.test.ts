import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { standsInAnyLook } from '../support/any-look.ts'
import { barriers } from '../support/barriers.ts'
import { complaintsOf, controlled, holdSending, launch, signIn } from '../support/browser.ts'
import { plantChanges, plantRefusedFile } from '../support/queue-in-page.ts'

const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const me = `outbox${mark}`
const other = `other${mark}`

type Branch = { id: number; version: number; name: string; hours: string | null }

let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
const complaints: string[][] = []

const makeBranch = (name: string) => admin.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })
const branch = (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`)
const outbox = () => page.goto(`${url}/outbox`)
const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const editOffline = async (id: number, hours: string) => {
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  await page.getByLabel('Opening hours', { exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByLabel('Opening hours', { exact: true }).fill(hours)
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
}

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const codes = ['52-a', '52-b', '52-c', '52-d', '50-a', '50-b', '50-c', '50-d']
  const { id: role } = await makeRole(admin, `Outbox ${mark}`, codes, { approves: ['dealerBranch'] })
  await makePerson(url, admin, me, [role])
  await makePerson(url, admin, other, [role])
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  complaints.push(complaintsOf(page))
  await signIn(page, url, me, PASSWORD)
  await controlled(page)
})
afterEach(() => context.setOffline(false))
afterAll(async () => {
  await browser.close()
  expect(complaints.flat()).toEqual([])
})

it('keeps a change that is made offline, shows it everywhere, and sends it when the network is back', async () => {
  const { id, name } = await makeBranch('Offline')
  await editOffline(id, '9 to 5')
  await page
    .getByRole('link', { name: /Unsent/ })
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Waiting', exact: true }).waitFor()
  await page
    .getByRole('link', { name: /Unsent/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Outbox' }).waitFor()
  await item(name).getByText('Opening hours').waitFor()
  await item(name).getByText('Saved on this device').waitFor()
  expect(await barriers(page)).toEqual([])
  expect((await branch(id)).hours).toBe(null)
  await context.setOffline(false)
  await page.getByText('Everything is sent').waitFor()
  await expect.poll(async () => (await branch(id)).hours).toBe('9 to 5')
})

/** A change of mine that meets one of the administrator's, made while this device was offline. */
async function clash(name: string): Promise<Branch> {
  const made = await makeBranch(name)
  await editOffline(made.id, 'mine')
  await admin.need('PATCH', `/dealer-branch/${made.id}`, { hours: 'theirs' }, made.version)
  await context.setOffline(false)
  await page
    .getByRole('link', { name: /Needs your decision/ })
    .first()
    .waitFor()
  await outbox()
  return made
}
const card = (name: string) => page.getByRole('article').filter({ hasText: name })

it('asks what becomes of a field that two people changed: mine, theirs, or neither', async () => {
  const kept = await clash('Keep mine')
  await card(kept.name)
    .getByRole('radio', { name: /theirs/ })
    .waitFor()
  await card(kept.name).getByRole('button', { name: 'Save my choice' }).click()
  await expect.poll(async () => (await branch(kept.id)).hours).toBe('mine')

  const left = await clash('Take theirs')
  await card(left.name)
    .getByRole('radio', { name: /theirs/ })
    .check()
  await card(left.name).getByRole('button', { name: 'Save my choice' }).click()
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  await card(left.name).waitFor({ state: 'detached' })
  expect((await branch(left.id)).hours).toBe('theirs')

  const edited = await clash('Edit')
  await card(edited.name).getByRole('button', { name: 'Edit Opening hours' }).click()
  await page.getByRole('dialog').getByLabel('Opening hours').fill('both of us')
  await page.getByRole('button', { name: 'Take this' }).click()
  await card(edited.name).getByRole('button', { name: 'Save my choice' }).click()
  await expect.poll(async () => (await branch(edited.id)).hours).toBe('both of us')
  await page.getByText('Everything is sent').waitFor()
})

/** A change of somebody else that the server keeps for whoever may decide about it. */
async function stuckOf(person: string, { id, version }: Branch, hours: string) {
  const theirs = await apiAs(url, person, PASSWORD)
  const change = { mid: randomUUID(), op: 'dealerBranch.change', opV: 1, id, args: { hours } }
  const place = { queueSeq: 1, lane: `dealerBranch:${id}`, prevMid: null, group: null, supersedes: null }
  const base = { version, fields: { hours: null } }
  const device = { queueId: randomUUID(), deviceId: randomUUID(), epoch: null, build: 'test', acknowledged: 0 }
  await admin.need('PATCH', `/dealer-branch/${id}`, { hours: 'theirs' }, version)
  await theirs.need('POST', '/sync/push', { ...device, ops: [{ ...change, ...place, base }] })
}
/** Names that do not stand beside the mark of their module. */
const apartFromMark = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [data-solid] + *')]
      .filter(name => {
        const [at, mark] = [name, name.previousElementSibling!].map(one => one.getBoundingClientRect())
        return at!.top > mark!.bottom || at!.bottom < mark!.top
      })
      .map(name => name.textContent),
  )

it('shows a clash, what was refused, files and stuck work of others in any look', async () => {
  const long = 'A branch whose name finds no room beside anything else on a telephone'
  const [refused, stuck] = await Promise.all([makeBranch('Refused'), makeBranch(`${long} (stuck)`)])
  await stuckOf(other, stuck, 'a_value_that_has_no_place_where_a_line_could_break_and_is_longer_than_a_column')
  const met = await clash(long)
  const changes = { email: 'no address', phone: '+912040001111', note: 'both', hours: '9 to 5' }
  await plantChanges(page, 'dealerBranch', [refused.id], changes)
  const file = `what-is-written-on-the-back-of-the-device-in-the-hall-${mark}.txt`
  await plantRefusedFile(page, file, 'The branch is not there any more.', refused.id)
  await page.reload()
  const stand = async () => {
    await card(met.name)
      .getByRole('radio', { name: /theirs/ })
      .waitFor()
    await card(stuck.name).getByText('theirs', { exact: true }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: refused.name })
      .filter({ hasText: 'no e-mail address' })
      .waitFor()
    await page.getByRole('listitem').filter({ hasText: file }).waitFor()
  }
  await stand()
  await standsInAnyLook(page, 'main', stand)

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await apartFromMark()).toEqual([])
  for (const { name } of [met, stuck]) {
    const heading = card(name).getByRole('heading', { name })
    expect(await heading.evaluate(one => one.scrollWidth - one.clientWidth), name).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await card(met.name).getByRole('button', { name: 'Save my choice' }).click()
  await card(met.name).waitFor({ state: 'detached' })
  for (const name of [refused.name, file]) {
    const row = page.locator('[data-op-box]').filter({ hasText: name }).first()
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByText('Everything is sent').waitFor()
})

it('exports what waits, takes it in twice without harm, and discards it with a question', async () => {
  const made = await makeBranch('Export')
  await editOffline(made.id, 'exported')
  await page
    .getByRole('link', { name: /Unsent/ })
    .first()
    .click()
  await item(made.name).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export unsent work' }).click(),
  ])
  const path = await download.path()
  const file = JSON.parse(readFileSync(path, 'utf8')) as { format: string; ops: { id: number }[] }
  expect(file.format).toBe('caredesk-unsent')
  expect(file.ops.map(({ id }) => id)).toEqual([made.id])
  const take = () => page.getByLabel('File of unsent work').setInputFiles(path)
  await take()
  await page.getByText('Nothing in it is new here.').waitFor()
  expect(await item(made.name).count()).toBe(1)

  const letGo = await holdSending(page)
  const change = item(made.name).getByRole('button', { name: 'Opening hours', exact: true })
  await change.press('Enter')
  await item(made.name).getByText('exported').waitFor()
  await change.press('Delete')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  // What was tried once stays until the server has been told that it is taken back.
  await expect.poll(() => item(made.name).getByText('Saved on this device').count()).toBe(0)
  await letGo()
  await context.setOffline(false)
  await page.getByText('Everything is sent').waitFor()
  expect((await branch(made.id)).hours).toBe(null)
  // Withdrawn is withdrawn: the same file brings it back no more.
  await take()
  await page.getByText('Nothing in it is new here.').waitFor()
  expect((await branch(made.id)).hours).toBe(null)
})

it('asks at signing out, keeps by default, and deletes only for who types the number', async () => {
  const made = await makeBranch('Leave')
  await editOffline(made.id, 'left behind')
  const dialog = page.getByRole('dialog')
  // In whatever words the page speaks.
  const leave = async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`${mark} Sample`) })
      .click()
    await page.getByRole('menuitem').last().click()
    await dialog.waitFor()
  }
  await leave()
  await dialog.getByText('1 change is not sent').waitFor()
  await standsInAnyLook(page, '[role=dialog]', leave)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'detached' })
  await leave()
  await dialog.getByRole('button', { name: 'Delete 1 change' }).click()
  await dialog.getByLabel('Type 1 to delete').fill('2')
  await dialog.getByRole('button', { name: 'Delete 1 change' }).click()
  await dialog.getByText('Type the number 1.').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'detached' })
  await leave()
  await dialog.getByText('1 change is not sent').waitFor()
  // Whatever has the focus as it opens, for whoever presses the key without reading.
  await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] button'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/sign-in/)
  await page.getByText('1 unsent change waits on this device').waitFor()
  await context.setOffline(false)
  await signIn(page, url, me, PASSWORD)
  await expect.poll(async () => (await branch(made.id)).hours).toBe('left behind')
})
