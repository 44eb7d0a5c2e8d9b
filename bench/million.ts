import { join } from 'node:path'
import { Client } from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { controlled } from '../tests/support/browser.ts'
import { fillCustomers } from '../tests/support/many-customers.ts'
import { startProduct } from '../tests/support/process.ts'
import { bareList } from './bare-list.ts'
import { openBenchDatabase } from './database.ts'
import { heapOf, HURRIED, scrolled, slowestKey, STEADY, type Scrolled } from './frames.ts'
import { listApi } from './list-api.ts'
import { median, type Line } from './report.ts'
import { slow, untilRows, watchRows } from './rows-seen.ts'
import { signedIn } from './signed-in.ts'

const MANY = 1_000_000
const FEW = 10_000
const LOADED = 100_000
const RUNS = 3
const LIST = '/customers/customer-list'
const VIEWPORT = { width: 1366, height: 800 }

type Opened = { cold: number; warm: number; heap: number }
type State = Awaited<ReturnType<typeof signedIn>>

/** A million customers in a database of their own: the list over HTTP, and in a browser that is four times slower. */
export async function aMillion(browser: Browser, scratch: string, bareUrl: string): Promise<Line[]> {
  const database = await openBenchDatabase(join(scratch, 'million'))
  const product = await startProduct({ env: { DATABASE_URL: database.url, REQUESTS_PER_MINUTE: '0' } })
  try {
    const state = await signedIn(browser, product.url)
    await fillCustomers(database.url, FEW)
    const few = await opened(browser, product.url, state)
    await empty(database.url)
    await fillCustomers(database.url, MANY)
    const overHttp = await listApi(product.url, database.url)
    const many = await opened(browser, product.url, state)
    return [
      ...overHttp,
      { name: `first rows of 1,000,000, cold, CPU 4x (limit: of 10,000)`, ...beside(many, few, 'cold', 'ms', 1.5) },
      { name: `first rows of 1,000,000, warm, CPU 4x (limit: of 10,000)`, ...beside(many, few, 'warm', 'ms', 1.5) },
      { name: `JS heap with the first rows of 1,000,000 (limit: of 10,000)`, ...beside(many, few, 'heap', 'MB', 1.1) },
      ...(await typing(browser, product.url, bareUrl, state)),
      ...(await loaded(browser, product.url, bareUrl, state)),
    ]
  } finally {
    await product.stop()
    await database.stop()
  }
}

const beside = (ours: Opened, limit: Opened, key: keyof Opened, unit: string, atMost: number) => ({
  ours: ours[key],
  limit: limit[key],
  unit,
  goal: { of: 'ratio' as const, atMost },
})

async function empty(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('truncate customer cascade')
  await client.end()
}

/** From the address to the frame with rows in it: on a device that knows nothing yet, and where the worker is in place. */
async function opened(browser: Browser, url: string, state: State): Promise<Opened> {
  const runs: Opened[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: VIEWPORT, storageState: state })
    await watchRows(context, '[role=row][data-row]')
    const page = await context.newPage()
    await slow(page)
    const cold = await untilRows(page, () => page.goto(url + LIST))
    await controlled(page)
    await page.waitForTimeout(2_000)
    const warm = await untilRows(page, () => page.reload())
    await page.waitForTimeout(2_000)
    const heap = await heapOf(await context.newCDPSession(page))
    runs.push({ cold, warm, heap })
    await context.close()
  }
  const of = (key: keyof Opened) => median(runs.map(run => run[key]))
  return { cold: of('cold'), warm: of('warm'), heap: of('heap') }
}

async function bareIn(browser: Browser, bareUrl: string, count: number): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  await context.route(`${bareUrl}/virtual`, route => route.fulfill({ contentType: 'text/html', body: bareList(count) }))
  const page = await context.newPage()
  await page.goto(`${bareUrl}/virtual`)
  await page.locator('[role=row]').first().waitFor()
  return [context, page]
}

async function throttled(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.waitForTimeout(1_000)
  return cdp
}

/** Words typed as people type, so that answers come while the next key is pressed. */
const WORD = 'kumar 77'
const PACE = 180

/** Every key of what is searched and filtered for, over the million, while the list beside it is drawn anew. */
async function typing(browser: Browser, url: string, bareUrl: string, state: State): Promise<Line[]> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: state })
  const page = await context.newPage()
  await page.goto(url + LIST)
  await page.locator('[data-row]').first().waitFor()
  const [bareContext, barePage] = await bareIn(browser, bareUrl, FEW)
  await throttled(context, page)
  await throttled(bareContext, barePage)
  const [search, filter, bare]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < RUNS; run += 1) {
    await barePage.locator('input').fill('')
    await barePage.locator('input').focus()
    bare.push(await slowestKey(barePage, 'town 77', PACE))

    await page.getByRole('searchbox').fill('')
    await page.waitForTimeout(1_500)
    await page.getByRole('searchbox').focus()
    // The second time slowly, so that each letter is answered before the next one.
    search.push(await slowestKey(page, WORD, run === 1 ? 900 : PACE))
    await page.waitForTimeout(1_000)

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').focus()
    const finding = await slowestKey(page, 'name', PACE)
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Name' }).focus()
    filter.push(Math.max(finding, await slowestKey(page, WORD, PACE)))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await context.close()
  await bareContext.close()
  const worst = (name: string, ours: number[]): Line => ({
    name: `typing over 1,000,000, CPU 4x: ${name}, worst key of all`,
    ours: Math.max(...ours),
    limit: Math.max(...bare),
    unit: 'ms',
    goal: { of: 'ours', atMost: 100 },
  })
  return [worst('search', search), worst('filter', filter)]
}

// As text: a compiled function would refer to helpers that the page does not have.
const loadTo = (count: number) => `new Promise((done, failed) => {
  const began = performance.now()
  const go = () => {
    const last = [...document.querySelectorAll('[data-index]')].reduce((max, row) => Math.max(max, Number(row.dataset.index)), 0)
    if (last + 1 >= ${count}) return done(performance.now() - began)
    if (performance.now() - began > 600000) return failed(new Error('only ' + last + ' rows came'))
    scrollTo(0, document.documentElement.scrollHeight)
    setTimeout(go, 8)
  }
  go()
})`

/** So many rows read one page after another; then the wheel through the midst of them, far from what is held. */
async function loaded(browser: Browser, url: string, bareUrl: string, state: State): Promise<Line[]> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: state })
  const page = await context.newPage()
  await page.goto(url + LIST)
  await page.locator('[data-row]').first().waitFor()
  const cdp = await context.newCDPSession(page)
  await page.evaluate(loadTo(1_000))
  const before = await heapOf(cdp)
  const took = await page.evaluate<number>(loadTo(LOADED))
  const after = await heapOf(cdp)
  const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`)
  const [bareContext, barePage] = await bareIn(browser, bareUrl, LOADED)
  const bareHeap = await heapOf(await bareContext.newCDPSession(barePage))

  const middle = `scrollTo(0, document.documentElement.scrollHeight / 2)`
  const through = async (page: Page, tick: number) => {
    const runs: Scrolled[] = []
    for (let run = 0; run < RUNS; run += 1) {
      await page.evaluate(middle)
      await page.waitForTimeout(1_500)
      runs.push(await scrolled(page, tick, run === 1 ? 'up' : 'down'))
    }
    return (key: 'dropped' | 'worst' | 'blank' | 'waiting') => median(runs.map(one => one[key]))
  }
  await page.bringToFront()
  await throttled(context, page)
  const ours = await through(page, HURRIED)
  const oursSteady = await through(page, STEADY)
  await barePage.bringToFront()
  await throttled(bareContext, barePage)
  const bare = await through(barePage, HURRIED)
  const bareSteady = await through(barePage, STEADY)
  const end = await heapOf(cdp)
  await context.close()
  await bareContext.close()

  const line = (name: string, ours: number, limit: number | null, unit: string, goal?: Line['goal']): Line => ({
    name: `100,000 loaded rows: ${name}`,
    ours,
    limit,
    unit,
    ...(goal ? { goal } : {}),
  })
  return [
    line('reading them by scrolling', took / 1_000, null, 's'),
    line('dropped frames, CPU 4x', ours('dropped'), bare('dropped'), '%', { of: 'ours', atMost: 10 }),
    line('dropped frames at a steady wheel, CPU 4x', oursSteady('dropped'), bareSteady('dropped'), '%', {
      of: 'ours',
      atMost: 5,
    }),
    line('worst frame, CPU 4x', ours('worst'), bare('worst'), 'ms'),
    line('blank frames, CPU 4x', ours('blank'), bare('blank'), '%', { of: 'ours', atMost: 0 }),
    line('frames with a row still on its way in the middle', ours('waiting'), bare('waiting'), '%'),
    line('elements in the page', nodes, null, '', { of: 'ours', atMost: 2_000 }),
    line('JS heap (limit: the bare list holds every row)', after, bareHeap, 'MB'),
    line('JS heap beside that with 1,000 of them', after, before, 'MB', { of: 'ratio', atMost: 1.5 }),
    line('JS heap after scrolling beside before', end, after, 'MB', { of: 'ratio', atMost: 1.1 }),
  ]
}
