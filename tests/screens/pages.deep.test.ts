import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '#src/app/pages.tsx'
import { layouts, schemas, sizes } from '#src/app/theme.ts'
import { barriers, clipped, colourBarriers, hiddenFocus, jumps, settle, sideways, wear } from '../support/barriers.ts'
import { complaintsOf, go, launch, signIn, withoutWorker } from '../support/browser.ts'
import { demoPages } from '../support/demo-pages.ts'
import { pairwiseLooks as looks, type Look } from '../support/looks.ts'
import { startProduct, type Product } from '../support/process.ts'

/** Each page of the sample business, as different people and devices meet it. */
let product: Product
let browser: Browser
let addresses: Map<string, string>

beforeAll(async () => {
  product = await startProduct({
    env: { CAREDESK_DEMO: '1', NODE_ENV: 'development', DRAIN_SECONDS: '0', REQUESTS_PER_MINUTE: '0' },
  })
  browser = await launch()
  addresses = new Map((await demoPages(product.url)).map(({ path, address }) => [path, address]))
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

const paths = pages.map(({ handle }) => handle.path).filter(path => !path.startsWith('/dev/'))

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

describe('every page', () => {
  let context: BrowserContext
  let page: Page
  let complaints: string[]
  beforeAll(async () => {
    context = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    complaints = complaintsOf(page)
    await page.addInitScript(WATCH_HEADING)
    await signIn(page, product.url, 'admin', 'caredesk-demo-admin')
  })

  it('is looked at', () => expect(paths.length).toBeGreaterThan(35))

  it.each(paths)('%s: no error, no barrier, light and dark; one title; nothing sideways at 320 px', async path => {
    complaints.length = 0
    // Cold: each of its pieces comes now.
    await page.goto(`${product.url}${addresses.get(path)}`)
    await settle(page)
    expect(await page.title()).toMatch(/^.+ · Caredesk$/)
    expect(await page.locator('h1').count()).toBe(1)
    // What comes late has a place of its own to be waited for.
    expect(await page.evaluate('window.vanished'), 'the page went away while something in it was fetched').toBe(0)
    expect(await barriers(page), 'light').toEqual([])
    await wear(page, { mode: 'dark' })
    expect(await colourBarriers(page), 'dark').toEqual([])
    await page.setViewportSize({ width: 320, height: 900 })
    await wear(page, { mode: 'light' })
    await expect.poll(() => sideways(page), { message: '320 px' }).toBeNull()
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(complaints).toEqual([])
  })

  /** One of each kind of screen. */
  const kinds = [
    '/home',
    '/settings',
    '/settings/return-reason-list',
    '/customers/customer-list',
    '/customers/customer-edit/:id',
    '/customers/customer-history/:id',
    '/unit/unit-details/:id',
    '/users/user-list',
    '/users/user-create',
    '/users/user-details/:id',
    '/settings/role-list',
    '/settings/role-edit/:id',
    '/settings/general-setting',
    '/profile',
    '/outbox',
    '/diagnostics',
  ]
  it.each(kinds)(
    '%s never hides what has the focus nor jumps to what stands still, at a desk and on a small tablet',
    async path => {
      await go(page, addresses.get(path)!)
      for (const viewport of [
        { width: 1280, height: 700 },
        { width: 820, height: 600 },
      ]) {
        await page.setViewportSize(viewport)
        await settle(page)
        let walk = await hiddenFocus(page)
        // What came late on a busy machine may have taken the walk's place with it; then it is gone through once more.
        if (walk.steps <= 3) {
          await settle(page)
          walk = await hiddenFocus(page)
        }
        expect(walk.steps).toBeGreaterThan(3)
        expect(walk.hidden).toEqual([])
        expect(await jumps(page)).toEqual([])
      }
      await page.setViewportSize({ width: 1280, height: 900 })
    },
  )

  it.each(kinds)('%s can be used in forced colours, without motion, and mirrored', async path => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await go(page, addresses.get(path)!)
    await wear(page, { direction: 'rtl' })
    await settle(page)
    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap(one => {
        const effect = one.effect as KeyframeEffect | null
        const moves = effect
          ?.getKeyframes()
          .some(frame => ['transform', 'translate', 'scale', 'rotate', 'width', 'height'].some(name => name in frame))
        return moves && Number(effect?.getComputedTiming().duration) > 1
          ? [effect?.target?.outerHTML.slice(0, 120)]
          : []
      }),
    )
    expect(moving).toEqual([])
    for (const width of [390, 820, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => sideways(page), { message: `${width} px` }).toBeNull()
    }
    await settle(page)
    expect((await barriers(page)).filter(found => !found.startsWith('color-contrast'))).toEqual([])
    await wear(page, { direction: 'ltr' })
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it('speaks the language that its address names, from then on', async () => {
    await page.goto(`${product.url}/profile?lng=en-XA`)
    await settle(page)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-XA')
  })

  // Nothing below meets this device again.
  it.each(kinds)('%s has room for words that are two fifths longer', async path => {
    await go(page, addresses.get(path)!)
    await settle(page)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-XA')
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => sideways(page), { message: `${width} px` }).toBeNull()
      await expect.poll(async () => (await clipped(page)).seen).toBeGreaterThan(5)
      expect((await clipped(page)).cut, `${width} px`).toEqual([])
    }
  })
})

describe('how a page may look', () => {
  it('has every pair of layout, schema, direction and control size among the looks that are tried', () => {
    const dimensions = [
      (look: Look) => look.layout.type,
      (look: Look) => look.themeSchema,
      (look: Look) => look.direction,
      (look: Look) => look.controlSize,
    ]
    const counts = [layouts.length, schemas.length, 2, sizes.length]
    for (const [a, first] of dimensions.entries())
      for (const [b, second] of dimensions.entries()) {
        if (b <= a) continue
        const pairs = new Set(looks.map(look => `${first(look)} ${second(look)}`))
        expect(pairs.size, `${a} × ${b}`).toBe(counts[a]! * counts[b]!)
      }
  })

  it('has no barrier and no sideways scroll in any of them', async () => {
    const context = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await signIn(page, product.url, 'admin', 'caredesk-demo-admin')
    await page.goto(`${product.url}/dealer-branch/dealer-branch-list`)
    await settle(page)
    for (const look of looks) {
      await wear(page, look)
      const said = JSON.stringify(look)
      expect(await barriers(page), said).toEqual([])
      await expect.poll(() => sideways(page), { message: said }).toBeNull()
    }
    await context.close()
  })
})

describe('the pages of a visitor', () => {
  it.each(['/sign-in', '/sign-up', '/forgot-password', '/reset-password#a-link-that-opens-nothing-at-all'])(
    '%s has no barrier, light and dark, nothing sideways at 320 px, and a focus that is seen',
    async path => {
      const context = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      const complaints = complaintsOf(page)
      await page.goto(`${product.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await barriers(page)).toEqual([])
      expect((await hiddenFocus(page)).hidden).toEqual([])
      await page.evaluate(() => localStorage.setItem('theme', '{"mode":"dark"}'))
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await colourBarriers(page), 'dark').toEqual([])
      await page.setViewportSize({ width: 320, height: 800 })
      expect(await sideways(page)).toBeNull()
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})

it('wears the chosen theme from the first frame on, signed in or not', async () => {
  const look = { mode: 'dark', direction: 'rtl', themeSchema: 'purple', controlSize: 'lg' }
  const context = await browser.newContext(withoutWorker)
  // As text: a compiled function would refer to helpers that the page does not have.
  await context.addInitScript(`(() => {
    localStorage.setItem('theme', '${JSON.stringify(look)}')
    const now = () => {
      const { className, dir, dataset } = document.documentElement
      return { className, dir, schema: dataset.schema, size: dataset.controlSize }
    }
    requestAnimationFrame(() => {
      window.frames_ = [now()]
      new MutationObserver(() => window.frames_.push(now())).observe(document.documentElement, { attributes: true })
    })
  })()`)
  const page = await context.newPage()
  const worn = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    const frames = await page.evaluate(() => Reflect.get(globalThis, 'frames_') as unknown[])
    return [...new Set(frames.map(frame => JSON.stringify(frame)))]
  }
  const wanted = [JSON.stringify({ className: 'dark', dir: 'rtl', schema: 'purple', size: 'lg' })]
  await page.goto(`${product.url}/sign-in`)
  expect(await worn()).toEqual(wanted)
  await signIn(page, product.url, 'desk', 'caredesk-demo-desk')
  await page.reload()
  expect(await worn()).toEqual(wanted)
  await context.close()
})
