import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, type Api } from '../support/api.ts'
import { complaintsOf, launch, signIn, withoutWorker } from '../support/browser.ts'

const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const serial = (n: number) => `W${mark}-${n}`
const LIST = `${url}/unit/unit-list?q=W${mark}`

type Unit = { id: number; version: number; stage: string; note: string | null; tags: string[]; serial: string }

let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]
let admin: Api
const ids: number[] = []

const unit = (n: number) => admin.need<Unit>('GET', `/unit/${ids[n]!}`)
const row = (n: number) => page.getByRole('grid').locator(`[data-row="${ids[n]!}"]`)
const openList = async (more = '') => {
  await page.goto(LIST + more)
  await row(5).waitFor()
}
const isFocused = (selector: string) => page.evaluate(one => document.activeElement?.matches(one) ?? false, selector)

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: product } = await admin.need<{ id: number }>('POST', '/product', {
    sku: `W${mark}`,
    name: `Work ${mark}`,
    price: 10_000,
  })
  for (let n = 0; n < 6; n += 1)
    ids.push((await admin.need<Unit>('POST', '/unit', { serial: serial(n), product, note: `Shelf ${n}` })).id)
  // Two of them are no longer where the others are.
  for (const n of [1, 4]) await admin.need('POST', `/unit/${ids[n]!}/allocate`, {}, (await unit(n)).version)
  context = await browser.newContext({
    ...withoutWorker,
    viewport: { width: 1366, height: 800 },
    acceptDownloads: true,
  })
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, url)
})
afterAll(async () => {
  await browser.close()
  expect(complaints).toEqual([])
})

it('changes a field of many rows and puts every one of them back', async () => {
  await openList()
  const before = await Promise.all(ids.map((_, n) => unit(n)))
  await row(0).locator('[data-check]').click()
  await row(2)
    .locator('[data-check]')
    .click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 3 devices' })
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Note')
  await page.getByRole('option', { name: 'Note' }).click()
  await dialog.getByRole('textbox', { name: 'New value' }).fill('Moved to the back')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Change 3 devices' }).click()
  // With the toast the dialog of the work is gone, which would keep the keys from the page.
  await page.getByRole('region', { name: 'Notifications' }).getByText('3 changed').waitFor()
  await expect.poll(async () => (await unit(2)).note).toBe('Moved to the back')
  expect((await unit(3)).note).toBe('Shelf 3')
  // The keyboard is in the list again, and not in a field that has an undo of its own.
  await page.keyboard.press('Control+z')
  await page.getByText('3 put back').waitFor()
  const after = await Promise.all(ids.map((_, n) => unit(n)))
  expect(after.map(one => [one.note, one.tags, one.stage])).toEqual(before.map(one => [one.note, one.tags, one.stage]))
})

it('asks the server for what is done to many at once: without it that is off, says why, and keeps what was typed', async () => {
  await openList()
  await row(0).locator('[data-check]').click()
  await row(2).locator('[data-check]').click()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 2 devices' })
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Note')
  await page.getByRole('option', { name: 'Note' }).click()
  await dialog.getByRole('textbox', { name: 'New value' }).fill('Typed on the way')
  await context.setOffline(true)
  await dialog.getByText('This needs the server, which cannot be reached now').waitFor()
  await dialog.getByRole('button', { name: 'Preview', disabled: true }).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'New value' }).inputValue()).toBe('Typed on the way')
  await page.keyboard.press('Escape')
  await bar.getByText('This needs the server, which cannot be reached now').waitFor()
  await bar.getByRole('button', { name: 'Change', exact: true, disabled: true }).waitFor()
  await context.setOffline(false)
  await bar.getByRole('button', { name: 'Change', exact: true, disabled: false }).click()
  await page.keyboard.press('Escape')
  expect((await unit(0)).note).toBe('Shelf 0')
})

it('makes a move for all that match, and tells which of them could not and why', async () => {
  await openList()
  await row(0).locator('[data-check]').click()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await page.getByRole('grid').getByRole('checkbox', { name: /all/i }).first().click()
  await bar.getByText('6 selected').waitFor()
  await bar.getByRole('button', { name: 'Change', exact: true }).waitFor()
  // Only moves that each of the rows allows are offered.
  const lost = bar.getByRole('button', { name: 'Mark as lost' })
  await lost.waitFor()
  expect(await bar.getByRole('button', { name: 'Allocate' }).count()).toBe(0)
  await lost.click()
  const preview = page.getByRole('dialog')
  await preview.getByRole('button', { name: 'Mark as lost: 6 devices' }).waitFor()
  // Meanwhile somebody puts two of them back in stock and archives them.
  for (const n of [1, 4]) {
    await admin.need('POST', `/unit/${ids[n]!}/release`, {}, (await unit(n)).version)
    await admin.need('DELETE', `/unit/${ids[n]!}`, undefined, (await unit(n)).version)
  }
  await preview.getByRole('button', { name: 'Mark as lost: 6 devices' }).click()
  const report = page.getByRole('dialog').filter({ hasText: '4 done, 2 failed' })
  const failed = report.getByRole('region', { name: 'Records that cannot be changed' })
  await failed.getByRole('link', { name: serial(1) }).waitFor()
  expect(await failed.getByRole('listitem').count()).toBe(2)
  const stages = await Promise.all(ids.map(async (_, n) => (await unit(n)).stage))
  expect(stages).toEqual(['lost', 'inStock', 'lost', 'lost', 'inStock', 'lost'])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('button', { name: 'Save the report' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(serial(4))
  expect(text).not.toContain(serial(5))
  await report.getByRole('button', { name: 'Done' }).click()
  for (const n of [1, 4]) await admin.need('POST', `/unit/${ids[n]!}/restore`, {}, (await unit(n)).version)
})

it('changes a cell where it stands, and undoes it from another page', async () => {
  await openList('&cols=serial,note,stage')
  const cell = row(3).locator('[data-col="1"]')
  await cell.focus()
  await page.keyboard.press('F2')
  const box = page.getByRole('textbox', { name: `Note of ${serial(3)}` })
  await box.fill('Top shelf')
  await box.press('Enter')
  await page.getByText(`Note of ${serial(3)} changed`).waitFor()
  // What was written stands over the cell until the list has it too.
  await expect.poll(() => cell.innerText()).toBe('Top shelf')
  expect(await isFocused('[data-col="1"]')).toBe(true)
  expect((await unit(3)).note).toBe('Top shelf')
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL(/\/home$/)
  await page.keyboard.press('Control+z')
  await page.getByText('Put back as it was').waitFor()
  expect((await unit(3)).note).toBe('Shelf 3')
})

it('says at the cell why a value was refused, and keeps it until it is put back', async () => {
  await openList('&cols=serial,note,stage')
  const cell = row(5).locator('[data-col="0"]')
  await cell.focus()
  await page.keyboard.press('F2')
  const box = page.getByRole('textbox', { name: /^Serial number of/ })
  await box.fill(serial(0))
  await box.press('Enter')
  await row(5).getByRole('alert').waitFor()
  expect(await box.inputValue()).toBe(serial(0))
  expect((await unit(5)).serial).toBe(serial(5))
  await box.focus()
  await box.press('Escape')
  await cell.getByText(serial(5)).waitFor()
})

it('keeps what was typed into a cell beside what somebody else wrote, and lets one choose', async () => {
  await openList('&cols=serial,note,stage')
  const cell = row(2).locator('[data-col="1"]')
  await cell.focus()
  await page.keyboard.press('F2')
  const box = page.getByRole('textbox', { name: `Note of ${serial(2)}` })
  await box.fill('Mine')
  await admin.need('PATCH', `/unit/${ids[2]!}`, { note: 'Theirs' }, (await unit(2)).version)
  await box.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' })
  await alert.getByText('Theirs').first().waitFor()
  expect(await box.inputValue()).toBe('Mine')
  await alert.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await unit(2)).note).toBe('Mine')
})

it('moves a card to another lane by keys, and Ctrl+Z brings it back', async () => {
  await page.goto(`${LIST}&shape=board&filter[stage]=lost,quarantine`)
  const card = page.locator(`[data-lane="lost"] [data-card="${ids[0]!}"]`)
  await card.waitFor()
  await card.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => isFocused(`[data-lane="lost"] [data-card="${ids[2]!}"]`)).toBe(true)
  await page.keyboard.press('Space')
  await page.getByRole('menuitem', { name: 'Found again (Quarantine)' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Device found again').waitFor()
  await expect.poll(() => isFocused(`[data-lane="quarantine"] [data-card="${ids[2]!}"]`)).toBe(true)
  expect((await unit(2)).stage).toBe('quarantine')
  await page.keyboard.press('Control+z')
  await page.getByText('Put back as it was').waitFor()
  expect((await unit(2)).stage).toBe('lost')
  await page.locator(`[data-lane="lost"] [data-card="${ids[2]!}"]`).waitFor()
})

it('exports the rows, the columns and the order that the list shows', async () => {
  await openList('&cols=serial,note,stage&sort=-serial')
  const shown = await page
    .getByRole('grid')
    .locator('[data-row]')
    .evaluateAll(rows =>
      rows.map(one => [0, 1].map(col => one.querySelector(`[data-col="${col}"]`)?.textContent ?? '')),
    )
  expect(shown.map(([name]) => name)).toEqual([5, 4, 3, 2, 1, 0].map(serial))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export devices' })
  await dialog.getByText('6 devices, 3 columns').waitFor()
  await dialog.getByRole('radio', { name: 'Text (.csv)' }).check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const text = (await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, '')
  const lines = text
    .trim()
    .split(/\r?\n/)
    .map(line => line.split(','))
  expect(lines[0]).toEqual(['Serial number', 'Note', 'Stage'])
  expect(lines.slice(1).map(cells => cells.slice(0, 2))).toEqual(shown)
})
