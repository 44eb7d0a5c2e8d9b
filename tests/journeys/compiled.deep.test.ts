import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readyForOffline, signIn } from '../support/browser.ts'
import { startOn } from '../support/own-browser.ts'
import { startProduct, type Product } from '../support/process.ts'

/** What stands between a tablet that is switched on and its rows is reading code: it is read once, and kept as it was compiled. */
let product: Product
let profile: string
beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'caredesk-compiled-'))
  product = await startProduct()
})
afterAll(async () => {
  await product?.stop()
  rmSync(profile, { recursive: true, force: true })
})

type Compiled = { name: string; args?: { data?: { url: string; consumedCacheSize?: number } } }

/** The pieces of the app that this page runs, and whether their compiled code was there. */
async function compiledBy(cdp: CDPSession, work: () => Promise<unknown>): Promise<Map<string, boolean>> {
  const events: Compiled[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Compiled[])))
  const includedCategories = ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile']
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await work()
  const ended = new Promise(resolve => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await ended
  const found = new Map<string, boolean>()
  for (const { name, args } of events) {
    if (name !== 'v8.compile' || !args?.data?.url.includes('/assets/')) continue
    const { url, consumedCacheSize = 0 } = args.data
    found.set(new URL(url).pathname, consumedCacheSize > 0)
  }
  return found
}

it('a device that is switched on without a network compiles nothing large anew', async () => {
  const before = await startOn(profile)
  const first = await before.newPage()
  await signIn(first, product.url)
  await readyForOffline(first, product.url)
  await before.close()

  const after = await startOn(profile)
  await after.setOffline(true)
  const page = await after.newPage()
  const pieces = await compiledBy(await after.newCDPSession(page), async () => {
    await page.goto(`${product.url}/settings/source-list`)
    await page.locator('[role=grid] [data-item]').first().waitFor()
  })
  await after.close()
  const large = [...pieces].filter(([path]) => statSync(join('dist', path)).size >= 10_000)
  expect(large.length).toBeGreaterThan(3)
  expect(large.filter(([, wasThere]) => !wasThere)).toEqual([])
})
