import type { Browser, BrowserContext, Page } from 'playwright-core'
import { bareForm } from './bare-form.ts'
import { onDevice } from './device/on-device.ts'
import { slowestKey } from './frames.ts'
import { untilLoaded } from './outbox.ts'
import { median, type Line } from './report.ts'
import { signedIn } from './signed-in.ts'

const RUNS = 3
const LINES = 200
const WORD = '123456'

/** The quantity of one of the lines in the middle. By attributes: roles and names of so many cells are worked out for long. */
const quantity = (page: Page) =>
  page
    .locator('[data-line]')
    .nth(LINES / 2)
    .locator('[data-column="qty"] input, input[aria-label="Qty"]')

/** As text: a compiled function would refer to helpers that the page does not have. */
const PASTE = `(() => {
  const data = new DataTransfer()
  data.setData('text/plain', ['Qty\\tUnit price', ...Array(${LINES}).fill('1\\t100')].join('\\n'))
  const cell = document.querySelector('[data-line] [data-column="qty"] input')
  cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
})()`

async function fill(page: Page, url: string) {
  await page.goto(`${url}/orders/orders-create`)
  await page.locator('main h1').waitFor()
  // What a new device takes along first is measured elsewhere.
  await untilLoaded(await onDevice(page))
  await page.locator('[data-line] [data-column="qty"] input').first().waitFor()
  await page.evaluate(PASTE)
  await page
    .locator('[data-line]')
    .nth(LINES - 1)
    .waitFor({ timeout: 60_000 })
}

/** The slowest key in a cell, once others were typed into and left, so that all is checked; on a machine four times slower. */
async function measure(context: BrowserContext, go: (page: Page) => Promise<unknown>): Promise<number> {
  const page = await context.newPage()
  await go(page)
  const cdp = await page.context().newCDPSession(page)
  await quantity(page).fill('1')
  await page.keyboard.press('Tab')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.waitForTimeout(1_000)
  await quantity(page).focus()
  const key = await slowestKey(page, WORD, 400)
  await page.close()
  return key
}

/** An order of two hundred lines being typed, beside as many inputs without a framework. */
export async function form(browser: Browser, url: string, bareUrl: string): Promise<Line[]> {
  const viewport = { width: 1366, height: 800 }
  const storageState = await signedIn(browser, url)
  const bareIn = await browser.newContext({ viewport })
  await bareIn.route(`${bareUrl}/form`, route => route.fulfill({ contentType: 'text/html', body: bareForm(LINES) }))
  const mine: number[] = []
  const bare: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await measure(bareIn, page => page.goto(`${bareUrl}/form`)))
    // A device of its own: the draft of the run before would be put back into the form.
    const mineIn = await browser.newContext({ viewport, storageState })
    mine.push(await measure(mineIn, page => fill(page, url)))
    await mineIn.close()
  }
  await bareIn.close()
  return [
    {
      name: `form with ${LINES} lines, CPU 4x: slowest key to its frame`,
      ours: median(mine),
      limit: median(bare),
      unit: 'ms',
      goal: { of: 'ours', atMost: 100 },
    },
  ]
}
