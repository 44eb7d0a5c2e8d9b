import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, type Api } from '../support/api.ts'
import { complaintsOf, go, launch, readyForOffline, signIn } from '../support/browser.ts'
import { standInFront } from '../support/in-front.ts'

/** The worst of networks: it takes every request, and no answer ever comes. The browser says that all is well. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
type Branch = { id: number; name: string; hours: string | null }
const branch = (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`)

let browser: Browser
let context: BrowserContext
let page: Page
let admin: Api
let complaints: string[]
let front: Awaited<ReturnType<typeof standInFront>>
let isSilent = false

beforeAll(async () => {
  front = await standInFront(url, path => isSilent && path.startsWith('/api/'))
  ;[browser, admin] = await Promise.all([launch(), apiAs(url)])
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
  complaints = complaintsOf(page)
  await signIn(page, front.url)
  await readyForOffline(page, front.url)
})
afterAll(async () => {
  await browser?.close()
  front?.close()
  expect(complaints).toEqual([])
})

it('shows and keeps everything while no answer comes, says so, and sends it once there are answers', async () => {
  const { id, name } = await admin.need<Branch>('POST', '/dealer-branch', { name: `No answer ${mark}` })
  // Other journeys have made many.
  await go(page, `/dealer-branch/dealer-branch-list?q=${encodeURIComponent(name)}`)
  await page.getByText(name).first().waitFor()
  isSilent = true
  // What is loaded anew has nothing but this device.
  await page.reload()
  await page.getByText(name).first().waitFor()
  await page.getByText('Slow connection').first().waitFor()

  await go(page, `/dealer-branch/dealer-branch-edit/${id}`)
  await page.getByLabel('Opening hours', { exact: true }).fill('9 to 5')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved on this device').first().waitFor()
  await page.goto(`${front.url}/outbox`)
  await page.getByRole('listitem').filter({ hasText: name }).getByText('Opening hours').waitFor()
  expect((await branch(id)).hours).toBe(null)

  await page.getByText(/^The server does not answer\. \d+ changes? waits?\.$/).waitFor()
  isSilent = false
  // What hangs would end after a minute.
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Everything is sent').first().waitFor({ timeout: 20_000 })
  expect((await branch(id)).hours).toBe('9 to 5')
})
