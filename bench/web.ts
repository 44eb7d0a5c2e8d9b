import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { controlled, signIn } from '../tests/support/browser.ts'
import { median, type Line } from './report.ts'
import { slow, untilRows, watchRows } from './rows-seen.ts'

const RUNS = 3

async function coldBare(browser: Browser, bareUrl: string) {
  const context = await browser.newContext()
  await watchRows(context)
  const page = await context.newPage()
  await slow(page)
  const cold = await untilRows(page, () => page.goto(`${bareUrl}/page`))
  const warm = await untilRows(page, () => page.reload())
  await context.close()
  return { cold, warm }
}

async function ours(browser: Browser, url: string, localStorage: { name: string; value: string }[]) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [{ origin: url, localStorage }] } })
  await watchRows(context)
  const page = await context.newPage()
  await slow(page)
  const list = `${url}/settings/city-list`
  const cold = await untilRows(page, () => page.goto(list))
  await controlled(page)
  await page.waitForTimeout(2_000)
  const warm = await untilRows(page, () => page.reload())
  await context.setOffline(true)
  const offline = await untilRows(page, () => page.reload())
  await context.close()
  return { cold, warm, offline }
}

/** What the browser downloads as scripts until the sign-in page stands, gzipped. */
async function entryBytes(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  let bytes = 0
  page.on('response', async response => {
    if (response.request().resourceType() !== 'script') return
    bytes += gzipSync(await response.body(), { level: 9 }).length
  })
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Password', { exact: true }).waitFor()
  await context.close()
  return bytes
}

const reactDomBytes = () => {
  const folder = 'node_modules/react-dom/cjs/'
  const file = readdirSync(folder).find(name => name === 'react-dom-client.production.js')
  return gzipSync(readFileSync(`${folder}${file}`), { level: 9 }).length
}

/** Entry size, and the time to the first rows: cold, warm and without a network. */
export async function web(browser: Browser, url: string, bareUrl: string): Promise<Line[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, url)
  const storage = (await context.storageState()).origins.find(origin => origin.origin === url)?.localStorage ?? []
  await context.close()

  const bare: { cold: number; warm: number }[] = []
  const mine: { cold: number; warm: number; offline: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await coldBare(browser, bareUrl))
    mine.push(await ours(browser, url, storage))
  }
  const of = <K extends string>(runs: Record<K, number>[], key: K) => median(runs.map(run => run[key]))
  return [
    {
      name: 'entry JavaScript until sign-in paints (limit: react-dom unminified)',
      ours: (await entryBytes(browser, url)) / 1024,
      limit: reactDomBytes() / 1024,
      unit: 'kB gz',
      goal: { of: 'ours', atMost: 110 },
    },
    {
      name: 'first rows, cold, CPU 4x',
      ours: of(mine, 'cold'),
      limit: of(bare, 'cold'),
      unit: 'ms',
      goal: { of: 'ratio', atMost: 2.5 },
    },
    {
      name: 'first rows, warm, CPU 4x',
      ours: of(mine, 'warm'),
      limit: of(bare, 'warm'),
      unit: 'ms',
      goal: { of: 'ratio', atMost: 2.3 },
    },
    {
      name: 'first rows, offline, CPU 4x (limit: our own warm)',
      ours: of(mine, 'offline'),
      limit: of(mine, 'warm'),
      unit: 'ms',
      goal: { of: 'ratio', atMost: 1 },
    },
  ]
}
