import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { complaintsOf, launch, signIn, withoutWorker } from '../support/browser.ts'

const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const colleague = `colleague${mark}`

type Branch = { id: number; version: number; name: string; hours: string | null }

let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
let other: Api
const complaints: string[][] = []

const newPage = async (of = context) => {
  const made = await of.newPage()
  complaints.push(complaintsOf(made))
  return made
}
const field = (name: string) => page.getByLabel(name, { exact: true })
const isFocused = (name: string) => field(name).evaluate(element => element === document.activeElement)
const makeBranch = (name: string) => admin.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: role } = await makeRole(admin, `Branches ${mark}`, ['52-a', '52-b', '52-c', '52-d', '50-a', '50-b'])
  await makePerson(url, admin, colleague, [role])
  other = await apiAs(url, colleague, PASSWORD)
  context = await browser.newContext({
    ...withoutWorker,
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await newPage()
  await signIn(page, url)
})
afterAll(async () => {
  await browser.close()
  expect(complaints.flat()).toEqual([])
})

it('makes a customer by keyboard alone: wrong first, then lines added, ordered, doubled, removed and put back', async () => {
  await page.goto(`${url}/customers/customer-create`)
  await expect.poll(() => isFocused('Name')).toBe(true)
  await page.keyboard.press('Control+s')
  await page.getByText('Name is needed.').first().waitFor()
  await expect.poll(() => isFocused('Name')).toBe(true)
  await page.keyboard.type(`Asha ${mark}`)
  expect(await page.getByText('Name is needed.').count()).toBe(0)

  const line = (n: number) => page.getByRole('group', { name: `Line ${n}`, exact: true })
  const number = (n: number) => line(n).getByLabel('Number')
  const numbers = async () => {
    const all = await page
      .getByRole('group', { name: /^Line \d+$/ })
      .getByLabel('Number')
      .all()
    return Promise.all(all.map(one => one.inputValue()))
  }
  await number(1).focus()
  // As fast as people type: what comes faster is a scan, and its Enter presses nothing.
  await page.keyboard.type('98300 41172', { delay: 60 })
  await page.getByText('= +91 98300 41172').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => number(2).evaluate(element => element === document.activeElement)).toBe(true)
  await page.keyboard.type('98300 41173')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(numbers).toEqual(['98300 41173', '98300 41172'])
  await page.keyboard.press('Control+d')
  await expect.poll(numbers).toEqual(['98300 41173', '98300 41173', '98300 41172'])
  await page.keyboard.press('Control+Shift+Backspace')
  await expect.poll(numbers).toEqual(['98300 41173', '98300 41172'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(numbers).toEqual(['98300 41173', '98300 41173', '98300 41172'])
  await number(2).focus()
  await page.keyboard.press('Control+Shift+Backspace')
  await expect.poll(numbers).toEqual(['98300 41173', '98300 41172'])

  // Cells out of a sheet: by their heads, over the line they are pasted into and below.
  await page.evaluate(
    text => navigator.clipboard.writeText(text),
    'Kind\tNumber\nWork\t033 2461 0001\nHome\t033 2461 0002\n',
  )
  await number(2).focus()
  await page.keyboard.press('Control+v')
  await expect.poll(numbers).toEqual(['98300 41173', '033 2461 0001', '033 2461 0002'])
  await page.getByRole('group', { name: 'Line 3' }).getByText('Home').waitFor()
  await page.keyboard.press('Control+s')
  await page.waitForURL(/customer-history/)
  const kinds = async () => {
    const { rows } = await admin.need<{ rows: { phones: { number: string; kind: string }[] }[] }>(
      'GET',
      `/customer?q=${encodeURIComponent(`Asha ${mark}`)}`,
    )
    return rows.map(({ phones }) => phones.map(({ kind }) => kind))
  }
  await expect.poll(kinds).toEqual([['mobile', 'work', 'home']])
})

it('asks on every way out of a form with something typed, and on none of a clean one', async () => {
  const { id } = await makeBranch('Ways')
  const edit = `${url}/dealer-branch/dealer-branch-edit/${id}`
  await page.goto(`${url}/dealer-branch/dealer-branch-details/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await field('Opening hours').fill('10 to 7')
  const stays = async () => {
    await page.getByRole('button', { name: /^Stay/ }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(page.url()).toBe(edit)
    expect(await field('Opening hours').inputValue()).toBe('10 to 7')
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click()
  await stays()
  await page.goBack()
  await stays()
  await page
    .getByRole('button', { name: /^Account/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await stays()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Settings')
  await page
    .getByRole('option', { name: /Settings/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await stays()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  // Clean again, nothing asks any more.
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  expect(await field('Opening hours').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.waitForURL(/dealer-branch-details/)
})

it('tells a reader what somebody else changed, and lets a writer choose field by field', async () => {
  const made = await makeBranch('Shared')
  await page.goto(`${url}/dealer-branch/dealer-branch-details/${made.id}`)
  await page.getByRole('heading', { level: 1, name: made.name }).waitFor()
  const second = await other.need<Branch>('PATCH', `/dealer-branch/${made.id}`, { hours: '9 to 5' }, made.version)
  await page.getByText(/changed Opening hours just now/).waitFor({ timeout: 90_000 })
  expect(await page.getByRole('definition').getByText('9 to 5').count()).toBe(0)
  await page.getByRole('button', { name: 'Show change' }).click()
  await page.getByRole('definition').getByText('9 to 5').waitFor()

  await page.getByRole('link', { name: 'Edit' }).click()
  await field('Name').fill(`Mine ${mark}`)
  await other.need('PATCH', `/dealer-branch/${made.id}`, { name: `Theirs ${mark}`, hours: '8 to 4' }, second.version)
  await page.getByRole('radio', { name: new RegExp(`Theirs ${mark}`) }).waitFor({ timeout: 90_000 })
  expect(await field('Name').inputValue()).toBe(`Mine ${mark}`)
  expect(await field('Opening hours').inputValue()).toBe('9 to 5')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/dealer-branch-details/)
  await expect
    .poll(() => admin.need<Branch>('GET', `/dealer-branch/${made.id}`))
    .toMatchObject({ name: `Mine ${mark}`, hours: '8 to 4' })
})

it('makes a branch on the way, chosen as soon as it is saved, and nothing typed is lost', async () => {
  await page.goto(`${url}/customers/customer-create`)
  await field('Name').fill(`Typed ${mark}`)
  const branch = page.getByRole('combobox', { name: 'Branch' })
  await branch.focus()
  // As fast as people type: what comes faster is a scan, and its Enter presses nothing.
  await page.keyboard.type(`Way ${mark}`, { delay: 60 })
  await page.getByRole('option', { name: /^Create/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Opening hours').fill('10 to 6')
  expect(await drawer.getByLabel('Name', { exact: true }).inputValue()).toBe(`Way ${mark}`)
  await page.keyboard.press('Control+s')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => branch.inputValue()).toBe(`Way ${mark}`)
  expect(await field('Name').inputValue()).toBe(`Typed ${mark}`)
})
