import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../support/api.ts'
import { controlled, launch, signIn } from '../support/browser.ts'
import { dbCommand } from '../support/db-command.ts'
import { startProduct, type Product } from '../support/process.ts'
import { isKept, openIn } from '../support/queue-in-page.ts'

/** A server that was set back to a backup has forgotten what came after it, and who was signed in. */
let product: Product
let browser: Browser
const folder = mkdtempSync(join(tmpdir(), 'caredesk-'))
const dataDir = join(folder, 'data')
beforeAll(async () => void ([product, browser] = await Promise.all([startProduct({ dataDir }), launch()])))
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Branch = { id: number; version: number; name: string; hours: string | null }

it('what was done since the backup is sent again by the device that said it, once its person has signed in again', async () => {
  const { url } = product
  const admin = await apiAs(url)
  const { id } = await admin.need<Branch>('POST', '/dealer-branch', { name: 'Older than the backup' })
  const backup = join(folder, 'before.backup')
  expect(await dbCommand(dataDir, 'backup', backup)).toMatchObject({ code: 0 })

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await signIn(page, url)
  await controlled(page)
  await expect.poll(() => isKept(page, 'dealerBranch', id)).toBe(true)
  await page.goto(`${url}/dealer-branch/dealer-branch-create`)
  await page.getByLabel('Name', { exact: true }).fill('Newer than the backup')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/dealer-branch-details/)
  const made = Number(page.url().match(/details\/(\d+)/)![1])
  for (const branch of [id, made]) {
    await page.goto(`${url}/dealer-branch/dealer-branch-edit/${branch}`)
    await page.getByLabel('Opening hours', { exact: true }).fill('9 to 5')
    await page.keyboard.press('Control+s')
    await page.waitForURL(/dealer-branch-details/)
  }
  const branches = () =>
    Promise.all([id, made].map(async one => (await admin.ask<Branch>('GET', `/dealer-branch/${one}`)).body))
  const done = [
    { id, name: 'Older than the backup', hours: '9 to 5', version: 2 },
    { id: made, name: 'Newer than the backup', hours: '9 to 5', version: 2 },
  ]
  await expect.poll(branches).toMatchObject(done)
  await expect.poll(() => openIn(page)).toEqual([])

  expect(await dbCommand(dataDir, 'restore', backup, '--yes')).toMatchObject({ code: 0 })
  expect(await admin.need<Branch>('GET', `/dealer-branch/${id}`)).toMatchObject({ hours: null, version: 1 })
  expect((await admin.ask('GET', `/dealer-branch/${made}`)).status).toBe(404)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 120_000 })
  await signIn(page, url)
  await expect.poll(branches, { timeout: 120_000, interval: 1_000 }).toMatchObject(done)
  await context.close()
})
