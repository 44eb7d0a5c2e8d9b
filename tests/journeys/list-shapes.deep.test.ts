import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, type Api } from '../support/api.ts'
import { complaintsOf, launch, signIn } from '../support/browser.ts'

const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const serial = (n: number) => `S${mark}-${n}`
const LIST = `${url}/unit/unit-list?q=S${mark}&sort=serial`

type Unit = { id: number; version: number; note: string | null; grade: string | null; soldAt: string | null }

let browser: Browser
let page: Page
let complaints: string[]
let admin: Api
const ids: number[] = []

const unit = (n: number) => admin.need<Unit>('GET', `/unit/${ids[n]!}`)
const isFocused = (selector: string) => page.evaluate(one => document.activeElement?.matches(one) ?? false, selector)
const chosen = () =>
  page
    .locator('[role=row][aria-selected=true]')
    .evaluateAll(rows => rows.map(row => Number((row as HTMLElement).dataset.row)))

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: product } = await admin.need<{ id: number }>('POST', '/product', {
    sku: `S${mark}`,
    name: `Shapes ${mark}`,
    price: 10_000,
  })
  const grades = ['good', 'good', 'good', 'good', 'fair', null]
  for (const [n, grade] of grades.entries()) {
    const soldAt = n < 2 ? '2026-05-12' : null
    const made = { serial: serial(n), product, grade, soldAt, note: `Shelf ${n}` }
    ids.push((await admin.need<Unit>('POST', '/unit', made)).id)
  }
  const context = await browser.newContext({
    viewport: { width: 1366, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, url)
})
afterAll(async () => {
  await browser.close()
  expect(complaints).toEqual([])
})

it('groups a list by a field, and selects a range inside of a group by keys', async () => {
  await page.goto(LIST)
  await page.locator(`[data-row="${ids[0]!}"]`).waitFor()
  await page.goto(`${LIST}&group=grade`)
  const good = page.getByRole('region', { name: 'Good', exact: true })
  const without = page.getByRole('region', { name: 'Without Grade' })
  await good.getByRole('button', { name: /Good\s*4/ }).waitFor()
  await without.locator(`[data-row="${ids[5]!}"]`).waitFor()
  await good.locator(`[data-row="${ids[3]!}"]`).waitFor()
  const shown = await good
    .locator('[data-row]')
    .evaluateAll(rows => rows.map(row => Number((row as HTMLElement).dataset.row)))
  expect(shown).toEqual(ids.slice(0, 4))

  await good.locator(`[data-row="${ids[1]!}"] [data-col="0"]`).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByText('3 selected').waitFor()
  expect(await chosen()).toEqual(ids.slice(1, 4))
  expect(await isFocused(`[data-row="${ids[3]!}"] [data-col="0"]`)).toBe(true)
  // The end of the group ends the range too.
  await page.keyboard.press('Shift+ArrowDown')
  expect(await chosen()).toEqual(ids.slice(1, 4))
  expect(await good.getByRole('checkbox', { name: 'Select all in Good' }).getAttribute('aria-checked')).not.toBe('true')

  // The selection is one over all groups.
  await page.locator(`[data-row="${ids[4]!}"] [data-col="0"]`).focus()
  await page.keyboard.press('Space')
  await bar.getByText('4 selected').waitFor()
  expect((await chosen()).toSorted((a, b) => a - b)).toEqual(ids.slice(1, 5))
  await page.keyboard.press('Escape')
  await expect.poll(chosen).toEqual([])
})

it('shows records at their days, and takes one to another day by keys', async () => {
  await page.goto(`${LIST}&shape=calendar&group=soldAt@2026-05`)
  const day = (key: string) => page.locator(`[data-lane="${key}"]`)
  const entry = (key: string, n: number) => day(key).locator(`[data-entry="${ids[n]!}"]`)
  await entry('2026-05-12', 0).waitFor()
  await entry('2026-05-12', 1).waitFor()
  await day('2026-05-11').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => isFocused('[data-lane="2026-05-12"]')).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Move ${serial(0)} to another day` }).press('Enter')
  const box = page.getByRole('dialog', { name: `Move ${serial(0)}` }).getByRole('textbox', { name: 'Day' })
  await box.fill('2026-05-20')
  await box.press('Enter')
  await page.getByText(new RegExp(`${serial(0)} is now at `)).waitFor()
  await entry('2026-05-20', 0).waitFor()
  await entry('2026-05-12', 0).waitFor({ state: 'detached' })
  await entry('2026-05-12', 1).waitFor()
  await expect.poll(async () => (await unit(0)).soldAt).toBe('2026-05-20')

  await page.keyboard.press('Control+z')
  await entry('2026-05-12', 0).waitFor()
  // It stands there before the server has heard of it.
  await expect.poll(async () => (await unit(0)).soldAt).toBe('2026-05-12')
  // The next month is another grid, and none of them is there.
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('heading', { name: /June 2026/ }).waitFor()
  await expect.poll(() => page.locator('[data-entry]').count()).toBe(0)
})

it('takes two columns of a spreadsheet over rows, saves the good ones and says at the bad cell what is wrong', async () => {
  await page.goto(`${LIST}&cols=serial,note,grade`)
  const cell = page.locator(`[data-row="${ids[3]!}"] [data-col="1"]`)
  await cell.waitFor()
  await page.evaluate(text => navigator.clipboard.writeText(text), 'Window\tLike new\nCounter\tPoor\nAttic\tShiny\n')
  await cell.focus()
  await page.keyboard.press('Control+v')
  const dialog = page.getByRole('dialog', { name: 'Paste devices from a spreadsheet' })
  await dialog.getByText('2 ready, 0 the same, 1 wrong').waitFor()
  const bad = dialog.getByRole('row').filter({ hasText: serial(5) })
  await bad.getByRole('gridcell', { name: /Shiny.*“Shiny” is none of the choices\./ }).waitFor()
  expect(await dialog.getByText('is none of the choices').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Change 2', exact: true }).click()
  await page.getByText('2 changed').waitFor()
  const written = await Promise.all([3, 4, 5].map(unit))
  expect(written.map(({ note, grade }) => [note, grade])).toEqual([
    ['Window', 'likeNew'],
    ['Counter', 'poor'],
    ['Shelf 5', null],
  ])
  // What was wrong is still there to be read, at its cell.
  await bad.getByText('“Shiny” is none of the choices.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await cell.getByText('Window').waitFor()
})

it('makes new records of two columns that name their fields', async () => {
  await page.goto(`${LIST}&cols=serial,note,grade`)
  await page.locator(`[data-row="${ids[0]!}"]`).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Paste from a spreadsheet…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste devices from a spreadsheet' })
  const box = dialog.getByRole('textbox', { name: 'Cells' })
  const lines = [`${serial(6)}\tShapes ${mark}`, `${serial(7)}\tShapes ${mark}`, `${serial(8)}\tShapes of nobody`]
  await box.fill(['Serial number\tProduct', ...lines].join('\n'))
  await dialog.getByText('2 ready, 0 the same, 1 wrong').waitFor()
  await dialog
    .getByRole('row')
    .filter({ hasText: serial(8) })
    .getByText('“Shapes of nobody” is not there.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Add 2', exact: true }).click()
  await page.getByText('2 added').waitFor()
  const { rows } = await admin.need<{ rows: { serial: string }[] }>('GET', `/unit?q=S${mark}&sort=serial`)
  expect(rows.map(row => row.serial)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(serial))
  // The line that was not taken stays to be corrected.
  await expect.poll(() => box.inputValue()).toContain(serial(8))
  expect(await box.inputValue()).not.toContain(serial(6))
  await box.fill('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('grid').getByText(serial(7)).waitFor()
})
