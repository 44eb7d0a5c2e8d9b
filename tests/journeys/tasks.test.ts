import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { barriers, settle, wear } from '../support/barriers.ts'
import { complaintsOf, launch, signIn } from '../support/browser.ts'
import { drafts } from '../support/drafts.ts'

/** Kim works in the browser; Lee writes by the API, which is how every other device looks from here. */
const url = inject('productUrl')
// Begins with a letter: a search for a task's number must not find it in every name.
const mark = `m${randomUUID().slice(0, 5)}`
const kim = `kim${mark}`
const lee = `lee${mark}`

let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
let other: Api
let complaints: string[]
const ids = { kim: 0, lee: 0, customer: 0 }

type Made = { id: number; version: number }
const give = (title: string, more: object = {}) =>
  other.need<Made>('POST', '/task', { title: `${title} ${mark}`, assignedTo: ids.kim, ...more })

beforeAll(async () => {
  admin = await apiAs(url)
  const role = await makeRole(admin, `Tasks ${mark}`, [
    '90-a',
    '90-b',
    '90-c',
    '90-d',
    '50-a',
    '50-b',
    '50-c',
    '50-d',
    '200-a',
  ])
  ids.kim = (await makePerson(url, admin, kim, [role.id], { notificationPermission: ['tasks'] })).id
  ids.lee = (await makePerson(url, admin, lee, [role.id])).id
  other = await apiAs(url, lee, PASSWORD)
  ids.customer = (
    await other.need<Made>('POST', '/customer', { name: `Asha ${mark}`, phones: [{ number: '+919830041199' }] })
  ).id
  for (let n = 1; n <= 12; n += 1)
    await give(`Number ${n}`, { dueAt: new Date(Date.now() + (n - 2) * 86_400_000 + (n > 1 ? 3 : -1) * 3_600_000) })
  browser = await launch()
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, url, kim, PASSWORD)
})
afterAll(async () => {
  await browser?.close()
  expect(complaints).toEqual([])
})

const card = () => page.getByRole('region', { name: 'Tasks', exact: true })
const names = () => card().locator('[data-row-link]').allInnerTexts()
const open = (title: string) => page.getByRole('button', { name: `${title} ${mark}`, exact: true }).click()
const preset = (name: string) =>
  card()
    .getByRole('radiogroup', { name: 'Which tasks' })
    .getByText(name, { exact: true })
    .filter({ visible: true })
    .click()
const dialog = () => page.getByRole('dialog')
const add = () => page.getByRole('button', { name: 'Add Task' }).first()

it('shows on the home page what somebody has to do, ten at a time, what is due first', async () => {
  await expect.poll(names).toHaveLength(10)
  expect((await names())[0]).toBe(`Number 1 ${mark}`)
  await card().getByText('1–10 of 12').waitFor()
  await card().getByText('Overdue 1 d').waitFor()
  await card().getByRole('button', { name: 'Next page' }).click()
  await expect.poll(names).toEqual([`Number 11 ${mark}`, `Number 12 ${mark}`])
  await card()
    .getByRole('button', { name: /^Tasks on a page/ })
    .click()
  await page.getByRole('option', { name: '25 rows' }).click()
  await expect.poll(names).toHaveLength(12)
})

it('is narrowed by words and status, and says when nothing answers', async () => {
  await preset('Overdue')
  await expect.poll(names).toEqual([`Number 1 ${mark}`])
  await preset('By me')
  await card().getByText('Nothing that you gave away is still to do').waitFor()
  await preset('Assigned to me')
  await card().getByRole('button', { name: 'Search and filter' }).click()
  await page.getByLabel('Search tasks').fill('number 7')
  await expect.poll(names).toEqual([`Number 7 ${mark}`])
  await page.getByLabel('Done', { exact: true }).check()
  await card().getByText('No tasks match').waitFor()
  await card().getByRole('button', { name: 'Show my tasks' }).click()
  await expect.poll(names).toHaveLength(12)
  await card().getByRole('button', { name: 'Search and filter' }).click()
})

it('has on a phone what the heads of the columns are elsewhere, and no place for the keyboard that nobody sees', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await card()
    .getByRole('button', { name: /^Sort tasks/ })
    .click()
  await page.getByRole('option', { name: 'Name Z–A' }).click()
  await expect.poll(async () => (await names())[0]).toBe(`Number 12 ${mark}`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('thead') ?? null)).toBeNull()
  expect(await page.evaluate(() => document.activeElement?.closest('tbody') !== null)).toBe(true)
  await card().getByLabel('Select all', { exact: true }).check()
  await card().getByText('12 tasks selected').waitFor()
  await card().getByLabel('Select all', { exact: true }).uncheck()
  await card().getByRole('button', { name: 'All tasks' }).click()
  await card().getByText('Open and In progress').waitFor()
  expect(await barriers(page)).toEqual([])
  await preset('Assigned to me')
  await card()
    .getByRole('button', { name: /^Sort tasks/ })
    .click()
  await page.getByRole('option', { name: 'Due first' }).click()
  await page.setViewportSize({ width: 1280, height: 900 })
})

it('goes through the rows by the arrow keys, selects them by the keys of a list, and opens one by Enter', async () => {
  await card().locator('[data-row-link]').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await card().getByText('1 task selected').waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await card().getByText('2 tasks selected').waitFor()
  await page.keyboard.press('Control+a')
  await card().getByText('12 tasks selected').waitFor()
  await page.keyboard.press('Escape')
  await card().getByText('12 tasks selected').waitFor({ state: 'detached' })
  expect(await dialog().count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog()
    .getByRole('heading', { name: `Number 2 ${mark}` })
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

it('adds one from the breadcrumb bar, about the customer whose page is open, and keeps a draft of it', async () => {
  await page.goto(`${url}/customers/customer-history/${ids.customer}`)
  await page.getByRole('heading', { name: `Asha ${mark}` }).waitFor()
  await add().click()
  await dialog().getByText(`Asha ${mark}`).waitFor()
  await dialog().getByLabel('Task', { exact: false }).first().fill(`Visit ${mark}`)
  await dialog().getByLabel('Remark', { exact: true }).fill('Rings only once')
  await expect.poll(async () => JSON.stringify(await drafts(page, 'task:new:dialog'))).toContain('Rings only once')
  await page.reload()
  await page.getByRole('heading', { name: `Asha ${mark}` }).waitFor()
  await add().click()
  await expect.poll(() => dialog().getByLabel('Task', { exact: false }).first().inputValue()).toBe(`Visit ${mark}`)
  expect(await dialog().getByLabel('Remark', { exact: true }).inputValue()).toBe('Rings only once')
  await dialog()
    .getByRole('button', { name: /^Add Task/ })
    .click()
  await dialog().waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: /^Tasks 1/ }).click()
  await open('Visit')
  await dialog().getByText('Rings only once').waitFor()
  expect(await dialog().getByText('You', { exact: true }).count()).toBe(1)
  await dialog().getByRole('button', { name: 'Remove Customer' }).click()
  await dialog().getByRole('button', { name: /^Save/ }).click()
  await page.getByText('No tasks here yet').waitFor()
})

it.each(['/settings', '/dealer-branch/dealer-branch-list'])('stands in the bar of %s too', async path => {
  await page.goto(url + path)
  await add().waitFor()
  await add().click()
  await dialog().getByRole('heading', { name: 'New task' }).waitFor()
  await page.keyboard.press('Escape')
})

it('moves one on, and says what was said about it', async () => {
  await page.goto(`${url}/home`)
  await open('Number 3')
  await dialog().getByRole('button', { name: 'Start' }).click()
  await dialog().getByText('In progress', { exact: true }).waitFor()
  await dialog().getByLabel('Remark', { exact: true }).fill('On my way')
  await dialog().getByRole('button', { name: /^Save/ }).click()
  await dialog().waitFor({ state: 'detached' })
  await open('Number 3')
  await dialog().getByText('On my way').waitFor()
  expect(await barriers(page)).toEqual([])
  await wear(page, { mode: 'dark', direction: 'rtl' })
  expect(await barriers(page)).toEqual([])
  await wear(page, { mode: 'light', direction: 'ltr' })
  await dialog().getByRole('button', { name: 'Close' }).click()
})

it('ends and passes on many at once', async () => {
  await page.getByLabel(`Select Number 4 ${mark}`).check()
  await page.getByLabel(`Select Number 5 ${mark}`).check()
  await card().getByText('2 tasks selected').waitFor()
  await card().getByRole('button', { name: 'Done' }).click()
  await expect.poll(async () => (await names()).filter(name => /Number [45] /.test(name))).toEqual([])

  await card().getByLabel('Select all tasks of this page').check()
  await card().getByLabel(`Select Number 3 ${mark}`).uncheck()
  await card().getByRole('button', { name: 'Reassign' }).click()
  await dialog().getByLabel('Assigned to').fill(lee)
  await page.getByRole('option', { name: new RegExp(lee, 'i') }).click()
  await dialog().getByRole('button', { name: 'Reassign' }).click()
  await expect.poll(async () => (await names()).includes(`Number 6 ${mark}`)).toBe(false)
  expect(await names()).toContain(`Number 3 ${mark}`)
  // It is so on the page before the server has heard of it.
  const passedOn = async () => {
    const { rows } = await other.need<{ rows: { title: string; passedBy: number }[] }>(
      'GET',
      `/task?filter[assignedTo]=${ids.lee}&q=${mark}`,
    )
    return rows
  }
  await expect.poll(async () => (await passedOn()).map(({ title }) => title)).toContain(`Number 6 ${mark}`)
  expect((await passedOn()).every(({ passedBy }) => passedBy === ids.kim)).toBe(true)
})

it('tells at once of what others do with tasks, until it was read', async () => {
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await give('Brand new')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page
    .getByRole('dialog')
    .getByText(/gave you a task/)
    .first()
    .waitFor()
  await page.getByRole('dialog').getByText(`Brand new ${mark}`).click()
  await dialog()
    .getByRole('heading', { name: `Brand new ${mark}` })
    .waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

it('shows what the device keeps without a connection, and opens it', async () => {
  await context.setOffline(true)
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor()
  await expect.poll(names).toContain(`Number 3 ${mark}`)
  await open('Number 3')
  await dialog().getByText('On my way').waitFor()
  await dialog().getByLabel('Add a remark').fill('Written in the lift')
  await dialog().getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Saved on this device').first().waitFor()
  await card().getByText('Waiting', { exact: true }).waitFor()
  await open('Number 3')
  await dialog().getByText('Written in the lift').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await add().click()
  await dialog().getByLabel('Task', { exact: false }).first().fill(`Made offline ${mark}`)
  await dialog()
    .getByRole('button', { name: /^Add Task/ })
    .click()
  await expect.poll(names).toContain(`Made offline ${mark}`)

  await context.setOffline(false)
  const said = async () => {
    const { rows } = await other.need<{
      rows: { title: string; assignedBy: number; taskRemarks: { text: string }[] }[]
    }>('GET', `/task?q=${mark}&filter[assignedTo]=${ids.kim}&limit=100`)
    return rows
  }
  await expect
    .poll(async () => (await said()).find(({ title }) => title === `Made offline ${mark}`)?.assignedBy)
    .toBe(ids.kim)
  const remarks = (await said()).find(({ title }) => title === `Number 3 ${mark}`)?.taskRemarks
  expect(remarks?.map(({ text }) => text)).toEqual(['On my way', 'Written in the lift'])
  await card().getByText('Waiting', { exact: true }).first().waitFor({ state: 'detached' })
})

it('ends, passes on and moves on many without a connection too, and the server hears of it', async () => {
  for (const title of ['Far 1', 'Far 2', 'Far 3']) await give(title)
  await page.goto(`${url}/home`)
  await expect.poll(names).toContain(`Far 3 ${mark}`)
  await context.setOffline(true)
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor()
  await card().getByLabel(`Select Far 1 ${mark}`).check()
  await card().getByRole('button', { name: 'Done' }).click()
  await expect.poll(names).not.toContain(`Far 1 ${mark}`)
  await card().getByLabel(`Select Far 2 ${mark}`).check()
  await card().getByRole('button', { name: 'Reassign' }).click()
  await dialog().getByLabel('Assigned to').fill(lee)
  await page.getByRole('option', { name: new RegExp(lee, 'i') }).click()
  await dialog().getByRole('button', { name: 'Reassign' }).click()
  await expect.poll(names).not.toContain(`Far 2 ${mark}`)
  await open('Far 3')
  await dialog().getByRole('button', { name: 'Start' }).click()
  await dialog().getByText('In progress', { exact: true }).waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await context.setOffline(false)
  const far = async () => {
    const { rows } = await other.need<{ rows: { title: string; stage: string; assignedTo: number }[] }>(
      'GET',
      `/task?q=Far&limit=100`,
    )
    return rows
      .filter(({ title }) => title.endsWith(mark))
      .map(({ title, stage, assignedTo }) => `${title.slice(0, 5)} ${stage} ${assignedTo === ids.lee ? 'lee' : 'kim'}`)
      .toSorted((a, b) => (a < b ? -1 : 1))
  }
  await expect.poll(far, { timeout: 90_000 }).toEqual(['Far 1 done kim', 'Far 2 open lee', 'Far 3 inProgress kim'])
})

it('opens by its address, and says so where there is none', async () => {
  const { id } = await give('By address')
  await page.goto(`${url}/home?task=${id}`)
  await dialog()
    .getByRole('heading', { name: `By address ${mark}` })
    .waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.goto(`${url}/home?task=999999999`)
  await dialog().getByText('This task is not there any more').waitFor()
})

it('takes the permission: without it there is no button, no table and no bell', async () => {
  const role = await makeRole(admin, `No tasks ${mark}`, ['50-a'])
  await makePerson(url, admin, `none${mark}`, [role.id])
  const elsewhere = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const stranger = await elsewhere.newPage()
  await signIn(stranger, url, `none${mark}`, PASSWORD)
  await stranger.getByText('Recent', { exact: true }).waitFor()
  await settle(stranger)
  expect(await stranger.getByRole('button', { name: 'Add Task' }).count()).toBe(0)
  expect(await stranger.getByRole('region', { name: 'Tasks', exact: true }).count()).toBe(0)
  expect(await stranger.getByRole('button', { name: /^Notifications/ }).count()).toBe(0)
  await elsewhere.close()
})
