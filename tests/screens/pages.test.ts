import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers, settle, sideways } from '../support/barriers.ts'
import { complaintsOf, go, signIn, withoutWorker } from '../support/browser.ts'
import { doors, kinds, openSampleBusiness, paths, type SampleBusiness } from '../support/every-page.ts'

/** Each page of the sample business, opened once and in one look; the others are tried in looks.deep.test.ts. */
let shop: SampleBusiness
beforeAll(async () => {
  shop = await openSampleBusiness()
})
afterAll(() => shop.close())

const DESK = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 900 }
/** Rows of a list that are looked at; looks.deep.test.ts looks at all of them. */
const FEW = 12

// As text: a compiled function would refer to helpers that the page does not have.
const WATCH_HEADING = `(() => {
  let seen = false
  window.vanished = 0
  const look = () => {
    const isThere = (document.querySelector('main h1')?.getClientRects().length ?? 0) > 0
    if (seen && !isThere) window.vanished += 1
    seen = isThere
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ['style'] })
})()`

/** Nothing keeps anybody out, and on the narrowest screen nothing has to be scrolled to sideways. */
async function isOpenToAll(page: Page, within?: string) {
  expect(await barriers(page, within, FEW)).toEqual([])
  await page.setViewportSize(NARROW)
  await expect.poll(() => sideways(page), { message: '320 px' }).toBeNull()
  await page.setViewportSize(DESK)
}

describe('every page', () => {
  let page: Page
  let complaints: string[]
  beforeAll(async () => {
    const context = await shop.browser.newContext({ ...withoutWorker, viewport: DESK })
    page = await context.newPage()
    complaints = complaintsOf(page)
    await page.addInitScript(WATCH_HEADING)
    await signIn(page, shop.url, 'admin', 'caredesk-demo-admin')
  })

  it('is looked at', () => expect(paths.length).toBeGreaterThan(35))

  it.each(paths)('%s: no error, no barrier, one title, nothing sideways at 320 px', async path => {
    complaints.length = 0
    const isCold = kinds.includes(path)
    // Cold: each of its pieces comes now.
    if (isCold) await page.goto(shop.url + shop.addressOf(path))
    else await go(page, shop.addressOf(path))
    await settle(page)
    expect(await page.title()).toMatch(/^.+ · Caredesk$/)
    expect(await page.locator('h1').count()).toBe(1)
    // What comes late has a place of its own to be waited for.
    if (isCold)
      expect(await page.evaluate('window.vanished'), 'the page went away while something in it was fetched').toBe(0)
    // Around each page stands the same frame: it is looked at with one page of each kind.
    await isOpenToAll(page, isCold ? undefined : 'main')
    expect(complaints).toEqual([])
  })
})

it.each(doors)('%s, as a visitor opens it: no error, no barrier, nothing sideways at 320 px', async path => {
  const context = await shop.browser.newContext({ ...withoutWorker, viewport: DESK })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(shop.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await isOpenToAll(page)
  expect(complaints).toEqual([])
  await context.close()
})

describe('the chosen theme', () => {
  const look = { mode: 'dark', direction: 'rtl', themeSchema: 'purple', controlSize: 'lg' }
  // As text: a compiled function would refer to helpers that the page does not have.
  const NOTE_FRAMES = `(() => {
    localStorage.setItem('theme', '${JSON.stringify(look)}')
    const now = () => {
      const { className, dir, dataset } = document.documentElement
      return { className, dir, schema: dataset.schema, size: dataset.controlSize }
    }
    requestAnimationFrame(() => {
      window.frames_ = [now()]
      new MutationObserver(() => window.frames_.push(now())).observe(document.documentElement, { attributes: true })
    })
  })()`
  let context: BrowserContext
  beforeAll(async () => {
    context = await shop.browser.newContext(withoutWorker)
    await context.addInitScript(NOTE_FRAMES)
  })
  afterAll(() => context.close())

  it('is worn from the first frame on, signed in or not', async () => {
    const page = await context.newPage()
    const worn = async () => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      const frames = await page.evaluate(() => Reflect.get(globalThis, 'frames_') as unknown[])
      return [...new Set(frames.map(frame => JSON.stringify(frame)))]
    }
    const wanted = [JSON.stringify({ className: 'dark', dir: 'rtl', schema: 'purple', size: 'lg' })]
    await page.goto(`${shop.url}/sign-in`)
    expect(await worn()).toEqual(wanted)
    await signIn(page, shop.url, 'desk', 'caredesk-demo-desk')
    await page.reload()
    expect(await worn()).toEqual(wanted)
  })
})
