import type { Browser, BrowserContext, Page } from 'playwright-core'
import { bareList } from './bare-list.ts'
import { heapOf, scrolled, slowestKey } from './frames.ts'
import { signedIn } from './signed-in.ts'
import { median, type Line } from './report.ts'

const RUNS = 3
const WORD = 'town 77'

type Figures = { dropped: number; worst: number; blank: number; key: number; heap: number; grown: number }

/** Scrolls and searches ten thousand rows as a hurried person would, on a machine four times slower. */
async function figures(page: Page): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page)
  await page.waitForFunction(() => document.documentElement.scrollHeight > 300_000, undefined, { timeout: 60_000 })
  const heap = await heapOf(cdp)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.waitForTimeout(1_000)

  const { dropped, worst, blank } = await scrolled(page)
  const grown = (await heapOf(cdp)) - heap

  await page.evaluate('scrollTo(0, 0)')
  await page.waitForTimeout(500)
  await page.locator('[role=search] input[type=search], body > input').first().focus()
  const key = await slowestKey(page, WORD, 400)
  return { dropped, worst, blank, key, heap, grown }
}

async function measure(context: BrowserContext, go: (page: Page) => Promise<unknown>): Promise<Figures> {
  const page = await context.newPage()
  await go(page)
  const found = await figures(page)
  await page.close()
  return found
}

/** Ten thousand cities in the settings list beside a bare virtual list: frames, keys and memory. */
export async function list(browser: Browser, url: string, bareUrl: string): Promise<Line[]> {
  const viewport = { width: 1366, height: 800 }
  const mineIn = await browser.newContext({ viewport, storageState: await signedIn(browser, url) })
  const bareIn = await browser.newContext({ viewport })
  await bareIn.route(`${bareUrl}/virtual`, route => route.fulfill({ contentType: 'text/html', body: bareList(10_000) }))

  const mine: Figures[] = []
  const bare: Figures[] = []
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await measure(bareIn, page => page.goto(`${bareUrl}/virtual`)))
    mine.push(await measure(mineIn, page => page.goto(`${url}/settings/city-list`)))
  }
  await mineIn.close()
  await bareIn.close()

  const line = (name: string, key: keyof Figures, unit: string, goal?: Line['goal']): Line => ({
    name: `10,000 rows, CPU 4x: ${name}`,
    ours: median(mine.map(run => run[key])),
    limit: median(bare.map(run => run[key])),
    unit,
    ...(goal ? { goal } : {}),
  })
  return [
    line('dropped frames while scrolling', 'dropped', '%', { of: 'ours', atMost: 10 }),
    line('worst frame while scrolling', 'worst', 'ms'),
    line('blank frames while scrolling', 'blank', '%', { of: 'ours', atMost: 0 }),
    line('slowest key in the search box', 'key', 'ms', { of: 'ours', atMost: 48 }),
    line('JS heap with the list', 'heap', 'MB', { of: 'ours', atMost: 8 }),
    line('JS heap grown by scrolling', 'grown', 'MB'),
  ]
}
