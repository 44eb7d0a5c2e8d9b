import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { FileRow, NotesAnswer } from '#contract/calls/attached.ts'
import { apiAs, makePerson, PASSWORD, type Api } from '../support/api.ts'
import { ADMIN_PASSWORD } from '../support/process.ts'
import { byPagesOnly, launch, readyForOffline, signIn } from '../support/browser.ts'
import { killOn, startOn } from '../support/own-browser.ts'

/** Photos and notes that are made without a connection, and devices that die or change hands before they are sent. */
const url = inject('productUrl')
const folder = mkdtempSync(join(tmpdir(), 'caredesk-offline-files-'))
let browser: Browser
let admin: Api

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { rows } = await admin.need<{ rows: { id: number; name: string }[] }>('GET', '/role')
  const desk = rows.find(role => role.name === 'Admin') ?? rows.find(role => role.name === 'Desk')!
  await makePerson(url, admin, 'photographer', [desk.id])
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const newBranch = async () =>
  (await admin.need<{ id: number }>('POST', '/dealer-branch', { name: `Offline ${Date.now()}` })).id
const openTab = async (page: Page, record: number, tab: string) => {
  await page.goto(`${url}/dealer-branch/dealer-branch-details/${record}?tab=${tab}`)
  await page.getByRole('tab', { name: tab, exact: false, selected: true }).waitFor()
}
const writeNote = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Note' }).fill(text)
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('list', { name: 'Notes that wait on this device' }).getByText(text).waitFor()
}
const notesOf = async (record: number) =>
  (await admin.need<NotesAnswer>('GET', `/dealer-branch/${record}/notes`)).notes.map(({ text }) => text)
const filesOf = async (record: number) =>
  (await admin.need<{ files: FileRow[] }>('GET', `/dealer-branch/${record}/files`)).files

describe('what is made without a connection', () => {
  it('outlives a browser that is killed right after it said so, and is sent by the next one, each once', async () => {
    const record = await newBranch()
    const profile = join(folder, 'profile')
    const photo = join(folder, 'meter.jpg')
    writeFileSync(
      photo,
      await sharp({ create: { width: 320, height: 240, channels: 3, background: '#297' } })
        .jpeg()
        .toBuffer(),
    )
    const context = await startOn(profile)
    const page = await context.newPage()
    await signIn(page, url)
    // Until a new device says that it is ready, it has no numbers for what is made on it.
    await readyForOffline(page, url)
    await openTab(page, record, 'files')
    await openTab(page, record, 'notes')
    await page.getByRole('textbox', { name: 'Note' }).waitFor()
    await context.setOffline(true)
    await writeNote(page, 'Read the meter')
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.locator('input[type=file]').first().setInputFiles([photo])
    await page.getByText('Waits on this device to be sent').waitFor()
    expect(killOn(profile)).toBeGreaterThan(0)
    await context.close().catch(() => undefined)
    expect([await notesOf(record), await filesOf(record)]).toEqual([[], []])

    const after = await startOn(profile)
    const again = await after.newPage()
    await again.goto(`${url}/home`)
    await expect.poll(() => notesOf(record), { timeout: 90_000 }).toEqual(['Read the meter'])
    await expect
      .poll(async () => (await filesOf(record)).map(({ name, received }) => [name, received]), { timeout: 90_000 })
      .toEqual([['meter.jpg', null]])
    await after.close()
  })

  it('is never sent by the next person at the device, and goes in order when its own comes back', async () => {
    const record = await newBranch()
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await byPagesOnly(page)
    await signIn(page, url, 'photographer', PASSWORD)
    await openTab(page, record, 'notes')
    // Nothing of it leaves: as on a line that is up and carries nothing.
    await context.route('**/api/sync/push', route => route.abort('internetdisconnected'))
    await writeNote(page, 'First of two')
    await writeNote(page, 'Second of two')
    const { rows } = await admin.need<{ rows: { id: number; username: string }[] }>('GET', '/user')
    const { id } = rows.find(({ username }) => username === 'photographer')!
    await admin.need('POST', '/access/end-sessions', { user: id })
    await page.waitForURL(/\/sign-in/, { timeout: 90_000 })
    await page.getByText(/2 unsent changes wait/i).waitFor()

    await context.unroute('**/api/sync/push')
    const sent: string[] = []
    context.on('request', request => {
      if (request.method() !== 'GET') sent.push(request.postData() ?? '')
    })
    await signIn(page, url, 'admin', ADMIN_PASSWORD)
    await openTab(page, record, 'notes')
    await page.getByText('No notes yet').waitFor()
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
    await page.getByRole('textbox', { name: 'Note' }).fill('Of the second person')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect.poll(() => notesOf(record)).toEqual(['Of the second person'])
    expect(sent.filter(body => body.includes('of two'))).toEqual([])
    expect(await page.locator('body').textContent()).not.toMatch(/of two/)
    // The device hears the answer after the server has the note, and would ask at a sign-out until then.
    await page.getByRole('list', { name: 'Notes that wait on this device' }).waitFor({ state: 'detached' })

    await page
      .getByRole('button', { name: /^Account/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in/)
    await signIn(page, url, 'photographer', PASSWORD)
    await expect
      .poll(() => notesOf(record), { timeout: 90_000 })
      .toEqual(['Second of two', 'First of two', 'Of the second person'])
    await context.close()
  })
})
