import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launch, sessionOf, signIn, withoutWorker } from '../support/browser.ts'

const url = inject('productUrl')
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

// As text: a compiled function would refer to helpers that the page does not have.
const watchFor = (selector: string, count: number) => `(() => {
  performance.setResourceTimingBufferSize(1000)
  // In the moment in which it stands there: a frame may come much later on a busy machine, and other pieces before it.
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll('${selector}').length < ${count}) return
    window.shownAt = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
})()`

/** What only the camera and its decoders have: whoever does not scan does not wait for them. */
const scanner = ['getUserMedia', 'enumerateDevices', 'requestVideoFrameCallback']
const ofScanner = (texts: readonly string[]) => scanner.filter(sign => texts.some(text => text.includes(sign)))

/** How long the server thinks about what the rows come with, in ms. */
const SLOW = 2_000

/** The scripts asked for before what is looked for stands in the page, and their gzipped kilobytes. */
async function scriptsUntil(context: BrowserContext, address: string, selector: string, count = 1) {
  const page = await context.newPage()
  // Between two steps of a slow device is time for what nobody has asked for yet.
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  // What comes in its own time must not come before the rows, however long these take.
  await page.route('**/api/sync/**', async route => {
    await new Promise(resolve => setTimeout(resolve, SLOW))
    await route.continue()
  })
  await page.addInitScript(watchFor(selector, count))
  await page.goto(url + address)
  await page.waitForFunction(() => 'shownAt' in globalThis, undefined, { timeout: 60_000 })
  const scripts = await page.evaluate(() => {
    const shownAt = Reflect.get(globalThis, 'shownAt') as number
    return performance
      .getEntriesByType('resource')
      .filter(entry => entry.startTime <= shownAt && new URL(entry.name).pathname.endsWith('.js'))
      .map(entry => entry.name)
  })
  const texts = await Promise.all([...new Set(scripts)].map(async script => (await fetch(script)).text()))
  expect(texts.length).toBeGreaterThan(2)
  const sizes = texts.map(text => gzipSync(text, { level: 9 }).length)
  return { texts, size: sizes.reduce((sum, size) => sum + size, 0) / 1024 }
}

it('asks for no more than 110 kB of scripts before somebody can sign in', async () => {
  const context = await browser.newContext(withoutWorker)
  const { size, texts } = await scriptsUntil(context, '/sign-in', 'input[type=password]')
  await context.close()
  expect(ofScanner(texts)).toEqual([])
  expect(size).toBeLessThanOrEqual(110)
})

it('asks for no more than 275 kB of scripts before the first rows of a list on a new device', async () => {
  const elsewhere = await browser.newContext(withoutWorker)
  await signIn(await elsewhere.newPage(), url)
  const context = await browser.newContext({ ...withoutWorker, storageState: await sessionOf(elsewhere, url) })
  const { size, texts } = await scriptsUntil(context, '/settings/courier-list', '[role=grid] [data-item]', 2)
  await context.close()
  await elsewhere.close()
  expect(ofScanner(texts)).toEqual([])
  expect(size).toBeLessThanOrEqual(275)
})

it('is built with a list of what it is made of beside it, which is served to nobody', async () => {
  const bill = JSON.parse(readFileSync('dist.cdx.json', 'utf8')) as {
    bomFormat: string
    components: { name: string }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react', 'dexie']))
  for (const path of ['/dist.cdx.json', '/../dist.cdx.json', '/%2e%2e/dist.cdx.json'])
    expect(await (await fetch(url + path)).text()).not.toContain('CycloneDX')
})
