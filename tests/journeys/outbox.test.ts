import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { PASSWORD } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { holdSending, launch, signIn } from '../support/browser.ts'
import { outboxDevice, type OutboxDevice } from '../support/outbox-device.ts'

const url = inject('productUrl')
let browser: Browser
let context: BrowserContext
let page: Page
let device: OutboxDevice
beforeAll(async () => {
  browser = await launch()
  device = await outboxDevice(browser, url)
  ;({ context, page } = device)
})
afterEach(() => context.setOffline(false))
afterAll(async () => {
  await browser.close()
  expect(device.complaints).toEqual([])
})

it('keeps a change that is made offline, shows it everywhere, and sends it when the network is back', async () => {
  const { id, name } = await device.makeBranch('Offline')
  await device.editOffline(id, '9 to 5')
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
  await device.item(name).getByText('Opening hours').waitFor()
  await device.item(name).getByText('Saved on this device').waitFor()
  expect(await barriers(page)).toEqual([])
  expect((await device.branch(id)).hours).toBe(null)
  await context.setOffline(false)
  await page.getByText('Everything is sent').waitFor()
  await expect.poll(async () => (await device.branch(id)).hours).toBe('9 to 5')
})

it('asks what becomes of a field that two people changed: mine, theirs, or neither', async () => {
  const kept = await device.clash('Keep mine')
  await device
    .card(kept.name)
    .getByRole('radio', { name: /theirs/ })
    .waitFor()
  expect(await barriers(page)).toEqual([])
  await device.card(kept.name).getByRole('radio', { name: /^Mine/ }).check()
  await device.card(kept.name).getByRole('button', { name: 'Save my choice' }).click()
  await expect.poll(async () => (await device.branch(kept.id)).hours).toBe('mine')

  const left = await device.clash('Take theirs')
  await device
    .card(left.name)
    .getByRole('radio', { name: /theirs/ })
    .check()
  await device.card(left.name).getByRole('button', { name: 'Save my choice' }).click()
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  await device.card(left.name).waitFor({ state: 'detached' })
  expect((await device.branch(left.id)).hours).toBe('theirs')

  const edited = await device.clash('Edit')
  await device.card(edited.name).getByRole('button', { name: 'Edit Opening hours' }).click()
  await page.getByRole('dialog').getByLabel('Opening hours').fill('both of us')
  await page.getByRole('button', { name: 'Take this' }).click()
  await device.card(edited.name).getByRole('button', { name: 'Save my choice' }).click()
  await expect.poll(async () => (await device.branch(edited.id)).hours).toBe('both of us')
  await page.getByText('Everything is sent').waitFor()
})

it('exports what waits, takes it in twice without harm, and discards it with a question', async () => {
  const made = await device.makeBranch('Export')
  await device.editOffline(made.id, 'exported')
  await page
    .getByRole('link', { name: /Unsent/ })
    .first()
    .click()
  await device.item(made.name).waitFor()
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
  expect(await device.item(made.name).count()).toBe(1)

  const letGo = await holdSending(page)
  const change = device.item(made.name).getByRole('button', { name: 'Opening hours', exact: true })
  await change.press('Enter')
  await device.item(made.name).getByText('exported').waitFor()
  await change.press('Delete')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  // What was tried once stays until the server has been told that it is taken back.
  await expect.poll(() => device.item(made.name).getByText('Saved on this device').count()).toBe(0)
  await letGo()
  await context.setOffline(false)
  await page.getByText('Everything is sent').waitFor()
  expect((await device.branch(made.id)).hours).toBe(null)
  // Withdrawn is withdrawn: the same file brings it back no more.
  await take()
  await page.getByText('Nothing in it is new here.').waitFor()
  expect((await device.branch(made.id)).hours).toBe(null)
})

it('asks at signing out, keeps by default, and deletes only for who types the number', async () => {
  const made = await device.makeBranch('Leave')
  await device.editOffline(made.id, 'left behind')
  const dialog = page.getByRole('dialog')
  const leave = async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`${device.mark} Sample`) })
      .click()
    await page.getByRole('menuitem').last().click()
    await dialog.waitFor()
  }
  await leave()
  await dialog.getByText('1 change is not sent').waitFor()
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
  await signIn(page, url, device.me, PASSWORD)
  await expect.poll(async () => (await device.branch(made.id)).hours).toBe('left behind')
})
