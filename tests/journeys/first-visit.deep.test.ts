import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Pack } from '#contract/build.ts'
import { complaintsOf, controlled, launch, signIn } from '../support/browser.ts'
import { standInFront } from '../support/in-front.ts'
import { startProduct, type Product } from '../support/process.ts'

/** A device comes for the first time, and takes the whole app along before anybody has signed in. */
let product: Product
let browser: Browser

beforeAll(async () => {
  ;[browser, product] = await Promise.all([launch(), startProduct()])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** How many pieces of the app this device lacks. */
const missingOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', ({ data }: MessageEvent<{ missing: number }>) => resolve(data.missing))
        port1.start()
        navigator.serviceWorker.controller!.postMessage({ type: 'IS_WHOLE' }, [port2])
      }),
  )

/** Comes for the first time, where `instead` stands for what the server says of its pack. */
async function visit(instead?: (answer: ServerResponse) => void) {
  const front = await standInFront(product.url, (path, answer) => {
    if (path !== '/pack.json' || !instead) return false
    instead(answer)
    return true
  })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${front.url}/sign-in`)
  await controlled(page)
  const missing = await missingOn(page)
  await context.setOffline(true)
  await page.goto(`${front.url}/recover-password`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.close()
  front.close()
  return { missing, asked: front.asked, pieces: front.asked.filter(path => path.startsWith('/assets/')).length }
}

/** What the pack would have brought. */
const packed = () => Object.keys(JSON.parse(readFileSync('dist/pack.json', 'utf8')) as Pack)

it('takes the whole app along in a few requests', async () => {
  const { missing, asked, pieces } = await visit()
  expect(missing).toBe(0)
  expect(asked.filter(path => path === '/pack.json')).toHaveLength(1)
  // Those that the page itself needs come before its worker is there.
  expect(pieces).toBeLessThan(60)
})

it.each([
  ['does not come', answer => answer.writeHead(404).end()],
  [
    'breaks off',
    answer => answer.writeHead(200, { 'content-length': '9999' }).write('{"/assets/', () => answer.destroy()),
  ],
  ['is no pack', answer => answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')],
  ['is of another build', answer => answer.writeHead(200).end('{"/assets/of-another.js":"throw 1"}')],
] satisfies [string, (answer: ServerResponse) => void][])(
  'is whole as well where the pack %s',
  async (_what, instead) => {
    const { missing, pieces } = await visit(instead)
    expect(missing).toBe(0)
    expect(pieces).toBeGreaterThanOrEqual(packed().length)
  },
)

it('a piece that got lost on its way makes the page load again by itself, and nobody is told of it', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await signIn(page, product.url)
  let lost = 0
  await page.route('**/assets/add-row-*.js', async route => {
    lost += 1
    await (lost === 1 ? route.fulfill({ status: 503 }) : route.continue())
  })
  await page.goto(`${product.url}/settings/source-list`)
  await page.getByRole('form', { name: /^Add / }).waitFor()
  expect(lost).toBeGreaterThan(1)
  expect(complaints).toEqual([])
  await context.close()
})
