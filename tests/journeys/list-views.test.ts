import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import { permissions } from '#contract/rules.ts'
import { apiAs, makePerson, makeRole, PASSWORD } from '../support/api.ts'
import { complaintsOf, launch, signIn, withoutWorker } from '../support/browser.ts'

/** What a list shows is an address that can be kept, shared and come back to. */
const url = inject('productUrl')
const LIST = '/customers/customer-list'
const word = `v${randomUUID().slice(0, 8)}`
const names = ['Asha', 'Bela', 'Chitra', 'Devi'].map(name => `${name} ${word}`)
const question = `?q=${word}&sort=-name`

let browser: Browser
let people: { username: string }[]
beforeAll(async () => {
  const admin = await apiAs(url)
  for (const name of names) await admin.need('POST', '/customer', { name, phones: [{ number: '+919820000100' }] })
  const role = await makeRole(admin, `Keeps views ${word}`, [
    ...permissions(customer, 'list'),
    ...permissions(customer, 'details'),
  ])
  people = [{ username: `owner-${word}` }, { username: `reader-${word}` }]
  for (const { username } of people) await makePerson(url, admin, username, [role.id])
  browser = await launch()
})
afterAll(() => browser?.close())

const rowsOf = (page: Page) => page.locator('[role=grid] [data-row] [data-col="0"]').allTextContents()
const shows = (page: Page, rows: string[]) => expect.poll(() => rowsOf(page)).toEqual(rows)
const down = names.toReversed()

async function person(index: number) {
  const context = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await signIn(page, url, people[index]!.username, PASSWORD)
  return { page, complaints, close: () => context.close() }
}

test('a view is made, renamed, copied, shared and begun with, and somebody else sees the same rows but cannot change it', async () => {
  const owner = await person(0)
  const { page } = owner
  const choose = async (view: string, entry: string) => {
    const item = page.getByRole('menuitem', { name: entry }).or(page.getByRole('menuitemcheckbox', { name: entry }))
    const isThere = () =>
      item.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    // A page that is still on its way closes a menu.
    do await page.getByRole('button', { name: view, exact: true }).click()
    while (!(await isThere()))
    await item.click()
  }
  const answer = async (name: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const tab = (of: Page, name: string) =>
    of.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true })
  const isHere = (name: string) => expect.poll(() => tab(page, name).getAttribute('aria-current')).toBe('page')

  await page.goto(url + LIST + question)
  await shows(page, down)
  await page.getByRole('button', { name: 'Save as view' }).click()
  await answer('Late ones')
  await isHere('Late ones')
  await choose('View Late ones', 'Rename')
  await answer('Later ones')
  await isHere('Later ones')
  await choose('View Later ones', 'Duplicate')
  await answer('A copy')
  await isHere('A copy')
  await shows(page, down)
  // A change is of nobody but whoever makes it, until it is saved.
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await shows(page, names)
  await page.getByRole('button', { name: 'Back to A copy as it is saved' }).click()
  await shows(page, down)
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await shows(page, names)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“A copy” saved').waitFor()
  await tab(page, 'Later ones').click()
  await shows(page, down)
  await choose('View Later ones', 'Share with everybody')
  // Whoever loads the page within a few milliseconds of a press has not said anything yet.
  const isTold = page.waitForResponse(
    answer => answer.url().includes('/preferences') && answer.request().method() !== 'GET',
  )
  await choose('View Later ones', 'Begin with this view')
  await isTold
  await page.goto(url + LIST)
  await isHere('Later ones')
  await shows(page, down)

  const reader = await person(1)
  await reader.page.goto(url + LIST)
  await tab(reader.page, 'Later ones').click()
  await shows(reader.page, down)
  expect(await tab(reader.page, 'A copy').count()).toBe(0)
  await reader.page.getByRole('button', { name: 'View Later ones', exact: true }).click()
  await reader.page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  for (const entry of ['Rename', 'Stop sharing', 'Delete view'])
    expect(await reader.page.getByRole('menuitem', { name: entry }).count(), entry).toBe(0)
  expect([...owner.complaints, ...reader.complaints]).toEqual([])
  await reader.close()
  await owner.close()
})

test('the address of a list outlives a sign-in, another tab and the way back from a record', async () => {
  const context = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(url + LIST + question)
  await page.waitForURL(address => address.pathname === '/sign-in')
  await page.getByLabel('Username or e-mail').fill(people[1]!.username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(address => address.pathname === LIST)
  await shows(page, down)
  const other = await context.newPage()
  await other.goto(page.url())
  await shows(other, down)
  await page.getByRole('link', { name: names[1]! }).click()
  await page.getByRole('heading', { level: 1, name: names[1]! }).waitFor()
  await page.getByText('3 of 4').waitFor()
  await page.locator('[aria-keyshortcuts="Alt+N"]:enabled').waitFor()
  await page.keyboard.press('Alt+n')
  await page.getByRole('heading', { level: 1, name: names[0]! }).waitFor()
  await page.getByText('4 of 4').waitFor()
  await page.locator('[aria-keyshortcuts="Alt+P"]:enabled').waitFor()
  await page.keyboard.press('Alt+p')
  await page.getByRole('heading', { level: 1, name: names[1]! }).waitFor()
  await page.goBack()
  await shows(page, down)
  await context.close()
})
