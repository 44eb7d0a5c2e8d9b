import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { apiAs } from '../support/api.ts'
import { complaintsOf, launch, signIn } from '../support/browser.ts'

const url = inject('productUrl')
const folder = mkdtempSync(join(tmpdir(), 'caredesk-files-'))
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]
let record: number

beforeAll(async () => {
  browser = await launch()
  const admin = await apiAs(url)
  record = (await admin.need<{ id: number }>('POST', '/dealer-branch', { name: `Files ${Date.now()}` })).id
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, url)
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const path = (name: string, bytes: Buffer | string) => {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}
const noisy = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#0d6673', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Model: 'SecretCamera' } })
    .toBuffer()
const openTab = async (tab: string) => {
  await page.goto(`${url}/dealer-branch/dealer-branch-details/${record}?tab=${tab}`)
  await page.getByRole('tab', { name: tab, exact: false, selected: true }).waitFor()
}
const choose = (...files: string[]) => page.locator('input[type=file]').first().setInputFiles(files)
/** Not the one of a file that is still on its way: of that there is no more to do. */
const open = (name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `More for ${name}` }) })
    .getByRole('button', { name: `Open ${name}` })

describe('the files of a record', () => {
  it('are sent smaller than they came, are seen at once, and a page that calls itself a picture is refused', async () => {
    await openTab('files')
    await page.getByText('No files yet').waitFor()
    const huge = await noisy(3_600, 2_400)
    await choose(path('shelf.jpg', huge), path('trap.jpg', '<html><script>document.title = "caught"</script></html>'))
    await open('shelf.jpg').waitFor()
    const refused = page.getByRole('alert').getByText('Web pages and drawings (HTML, SVG, XML) cannot be attached.')
    await refused.waitFor()
    await page.getByRole('button', { name: 'Do not send trap.jpg' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    // What is shown is the server's own small picture.
    const picture = open('shelf.jpg').locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960)
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const headers = { authorization: `Bearer ${token}` }
    const list = (await (await fetch(`${url}/api/dealer-branch/${record}/files`, { headers })).json()) as {
      files: { id: number; width: number; height: number; size: number }[]
    }
    expect(list.files).toHaveLength(1)
    expect(list.files[0]).toMatchObject({ width: 1_600, height: 1_067 })
    expect(list.files[0]!.size).toBeLessThan(huge.length)
    const kept = Buffer.from(
      await (await fetch(`${url}/api/file/${list.files[0]!.id}/content`, { headers })).arrayBuffer(),
    )
    expect(kept.includes('SecretCamera')).toBe(false)
  })

  it('go on where they stopped after the connection was lost and the page reloaded', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000_000, 'x'), Buffer.from('\n%%EOF')])
    const offsets: string[] = []
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url())
      if (request.method() === 'PUT' && pathname.endsWith('/upload')) offsets.push(searchParams.get('offset')!)
    })
    // The third piece never arrives: there the connection breaks, and nothing else gets through either.
    let cut = false
    await context.route('**/api/**', async route => {
      if (new URL(route.request().url()).searchParams.get('offset') === '2097152') cut = true
      await (cut ? route.abort('internetdisconnected') : route.continue())
    })
    await choose(path('manual.pdf', bytes))
    await page.getByText('Waits on this device to be sent').waitFor()
    await page.getByText('1 file is kept on this device and sent when the connection is back.').waitFor()
    expect(offsets).toEqual(['0', '1048576', '2097152'])
    // The page as it was must not go on by itself.
    await page.goto('about:blank')
    await context.unroute('**/api/**')
    await page.goBack()
    await open('manual.pdf').waitFor()
    // What is kept here opens before it is sent.
    await expect.poll(() => offsets.slice(3)).toEqual(['2097152', '3145728', '4194304'])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      open('manual.pdf')
        .click()
        .then(() => page.getByRole('dialog').getByRole('button', { name: 'Download' }).last().click()),
    ])
    expect(download.suggestedFilename()).toBe('manual.pdf')
    const saved = join(folder, 'saved.pdf')
    await download.saveAs(saved)
    expect(readFileSync(saved).equals(bytes)).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('are looked at by keyboard, and removed with a way back', async () => {
    await open('shelf.jpg').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: 'shelf.jpg' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('heading', { name: 'manual.pdf' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More for shelf.jpg' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await open('shelf.jpg').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await open('shelf.jpg').waitFor()
  })

  it('have notes beside them, and a half-written one is there after a reload', async () => {
    await openTab('notes')
    const box = page.getByRole('textbox', { name: 'Note' })
    await box.fill('Gate code 4471')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('list', { name: 'Notes' }).getByText('Gate code 4471').waitFor()
    await box.fill('Half a sen')
    await page.getByText('Kept on this device', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Half a sen').waitFor()
    expect(complaints).toEqual([])
  })

  it('keep a note that is pressed in the moment in which the page is reloaded', async () => {
    for (const words of ['Bell is broken', 'Ask for Meera', 'Dog in the yard']) {
      await openTab('notes')
      await page.getByRole('textbox', { name: 'Note' }).fill(words)
      await page.keyboard.press('Control+Enter')
      await page.reload()
      // It is sent, or waits, or stands in the box again.
      await page.getByText(words).first().waitFor()
    }
    expect(complaints).toEqual([])
  })
})
