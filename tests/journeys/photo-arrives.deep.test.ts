import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { FileRow } from '#contract/calls/attached.ts'
import { apiAs, type Api } from '../support/api.ts'
import { byPagesOnly, controlled, launch, signIn } from '../support/browser.ts'
import { killOn, startOn } from '../support/own-browser.ts'

/** Whatever happens to the device or to the line, a record and its photos arrive once, and whole. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const folder = mkdtempSync(join(tmpdir(), 'caredesk-photo-'))
let admin: Api

beforeAll(async () => {
  admin = await apiAs(url)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Branch = { id: number; version: number; name: string }
const branchesCalled = async (name: string) =>
  (await admin.need<{ rows: Branch[] }>('GET', `/dealer-branch?q=${encodeURIComponent(name)}`)).rows
const filesOf = async (record: number) =>
  (await admin.need<{ files: FileRow[] }>('GET', `/dealer-branch/${record}/files`)).files
async function contentOf(file: number): Promise<Buffer> {
  const headers = { authorization: `Bearer ${admin.token}` }
  return Buffer.from(await (await fetch(`${url}/api/file/${file}/content`, { headers })).arrayBuffer())
}
/** Of this no two pixels are alike, and nothing can be made smaller without a loss. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer()
/** The server keeps pictures encoded anew: what must be the same to the last bit is what they show. */
const pixels = async (picture: Buffer) =>
  createHash('sha256')
    .update(await sharp(picture).removeAlpha().raw().toBuffer())
    .digest('hex')
const attach = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)

it('a record made without a connection and its photo outlive a browser that is killed right after it said so', async () => {
  const profile = join(folder, 'profile')
  const name = `Killed ${mark}`
  const photo = await noise(320, 240)
  const manual = Buffer.from(`%PDF-1.4\n${'x'.repeat(20_000)}\n%%EOF`)
  const context = await startOn(profile)
  // No Background Sync, as in Firefox and Safari: the next browser would send it before anybody could say that there is no network.
  await context.grantPermissions(['notifications'], { origin: url })
  const page = await context.newPage()
  await signIn(page, url)
  await controlled(page)
  await page.goto(`${url}/dealer-branch/dealer-branch-create`)
  await page.getByLabel('Name', { exact: true }).waitFor()
  // The page has numbers to give only once the server has lent it some.
  // Whoever decides about others' stuck work is told of that instead, where other journeys have left some.
  await page
    .getByText(/Up to date|Needs your decision/)
    .first()
    .waitFor()
  await context.setOffline(true)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  const details = page.url()
  await page.getByRole('tab', { name: 'Files' }).click()
  await attach(
    page,
    { name: 'meter.png', mimeType: 'image/png', buffer: photo },
    { name: 'manual.pdf', mimeType: 'application/pdf', buffer: manual },
  )
  await expect.poll(() => page.getByText('Sent as soon as its record is').count()).toBe(2)
  expect(killOn(profile)).toBeGreaterThan(0)
  await context.close().catch(() => undefined)
  expect(await branchesCalled(name)).toEqual([])

  // All of it is there on a device that is switched on where there is still no connection.
  const after = await startOn(profile)
  await byPagesOnly(after)
  await after.setOffline(true)
  const again = await after.newPage()
  await again.goto(`${url}/outbox`)
  const waiting = again.getByRole('listitem').filter({ hasText: name })
  await waiting.getByText('Saved on this device').waitFor()
  // Others make branches too: it may stand far down.
  await again.goto(`${url}/dealer-branch/dealer-branch-list?q=${encodeURIComponent(name)}`)
  await again.getByRole('grid').getByText(name, { exact: true }).waitFor()
  await again.goto(details)
  await again.getByRole('heading', { level: 1, name }).waitFor()
  await again.getByRole('tab', { name: 'Files' }).click()
  await expect.poll(() => again.getByText('Sent as soon as its record is').count()).toBe(2)

  await after.setOffline(false)
  await expect.poll(async () => (await branchesCalled(name)).length, { timeout: 90_000 }).toBe(1)
  const [made] = await branchesCalled(name)
  await expect
    .poll(async () => (await filesOf(made!.id)).map(file => `${file.name} ${file.received}`).toSorted(), {
      timeout: 90_000,
    })
    .toEqual(['manual.pdf null', 'meter.png null'])
  const files = new Map((await filesOf(made!.id)).map(file => [file.name, file.id]))
  expect(await pixels(await contentOf(files.get('meter.png')!))).toBe(await pixels(photo))
  expect((await contentOf(files.get('manual.pdf')!)).equals(manual)).toBe(true)
  await again.goto(`${url}/outbox`)
  await again.getByText('Everything is sent').waitFor()
  expect(await branchesCalled(name)).toEqual([expect.objectContaining({ id: made!.id, version: 1 })])
  expect(await filesOf(made!.id)).toHaveLength(2)
  await after.close()
})

it('a photo whose upload is cut off five times arrives once, and whole', async () => {
  const { id } = await admin.need<Branch>('POST', '/dealer-branch', { name: `Cut ${mark}` })
  const photo = await noise(1_100, 900)
  const at = 2_097_152
  expect(at / photo.length).toBeCloseTo(0.7, 1)
  const browser = await launch()
  const page = await browser.newPage()
  await signIn(page, url)
  await page.goto(`${url}/dealer-branch/dealer-branch-details/${id}?tab=files`)
  await page.getByText('No files yet').waitFor()

  let cuts = 0
  const sent: [number, Buffer][] = []
  await page.route('**/api/file/*/upload?*', async route => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    if (offset >= at && cuts < 5) {
      cuts += 1
      // The last time it is the answer that gets lost: the bytes are there, and must not be added twice.
      if (cuts === 5) await route.fetch()
      return route.abort('connectionreset')
    }
    sent.push([offset, route.request().postDataBuffer() ?? Buffer.alloc(0)])
    return route.continue()
  })
  await attach(page, { name: 'shelf.png', mimeType: 'image/png', buffer: photo })
  await expect.poll(async () => (await filesOf(id)).map(file => file.received), { timeout: 120_000 }).toEqual([null])
  expect(cuts).toBe(5)
  // What had arrived is not sent again.
  expect(sent.map(([offset]) => offset)).toEqual([0, 1_048_576])
  expect(Buffer.concat(sent.map(([, bytes]) => bytes)).equals(photo.subarray(0, at))).toBe(true)
  const [file] = await filesOf(id)
  expect(file).toMatchObject({ name: 'shelf.png', width: 1_100, height: 900 })
  expect(await pixels(await contentOf(file!.id))).toBe(await pixels(photo))
  await page.getByRole('button', { name: 'Open shelf.png' }).waitFor()
  expect(await page.getByRole('button', { name: 'Open shelf.png' }).count()).toBe(1)
  await browser.close()
})
