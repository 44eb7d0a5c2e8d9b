import type { BrowserContext, Page } from 'playwright-core'

/** A slower machine on a usual line: CPU 4x slower, 10 Mbit/s, 60 ms. */
export async function slow(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Network.enable')
  const rate = (10 * 1024 * 1024) / 8
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: rate,
    uploadThroughput: rate,
  })
}

/** Milliseconds from navigation to the frame that has rows in it. */
export async function untilRows(page: Page, go: () => Promise<unknown>): Promise<number> {
  await go()
  await page.waitForFunction(() => 'rowsAt' in globalThis, undefined, { timeout: 60_000 })
  return page.evaluate(() => Reflect.get(globalThis, 'rowsAt') as number)
}

// As text: a compiled function would refer to helpers that the page does not have.
const watch = (rows: string) => `(() => {
  const look = () => {
    if (document.querySelectorAll('${rows}').length > 3) window.rowsAt = performance.now()
    else requestAnimationFrame(look)
  }
  look()
})()`

/** Looks for rows in every page of the context from its beginning. */
export const watchRows = (context: BrowserContext, rows = 'tbody tr, [role=row][aria-rowindex]') =>
  context.addInitScript(watch(rows))
