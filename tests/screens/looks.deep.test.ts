import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layouts, schemas, sizes } from '#src/app/theme.ts'
import { barriers, clipped, colourBarriers, hiddenFocus, jumps, settle, sideways, wear } from '../support/barriers.ts'
import { go, signIn, withoutWorker } from '../support/browser.ts'
import { doors, kinds, openSampleBusiness, paths, type SampleBusiness } from '../support/every-page.ts'
import { pairwiseLooks as looks, type Look } from '../support/looks.ts'

/** Each page of the sample business in what people choose, and on what they hold. A look is put on once for all of the pages. */
let shop: SampleBusiness
let page: Page
beforeAll(async () => {
  shop = await openSampleBusiness()
  const context = await shop.browser.newContext({ ...withoutWorker, viewport: DESK })
  page = await context.newPage()
  await signIn(page, shop.url, 'admin', 'caredesk-demo-admin')
})
afterAll(() => shop.close())

const DESK = { width: 1280, height: 900 }
const open = async (path: string) => {
  await go(page, shop.addressOf(path))
  await settle(page)
}
const fitsIn = async (...widths: number[]) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => sideways(page), { message: `${width} px` }).toBeNull()
  }
}
/** Somebody goes through the page by Tab. */
const walk = async () => {
  const found = await hiddenFocus(page)
  if (found.steps > 3) return found
  // What came late on a busy machine may have taken the walk's place with it; then it is gone through once more.
  await settle(page)
  return hiddenFocus(page)
}

describe('in the dark', () => {
  beforeAll(() => wear(page, { mode: 'dark' }))
  afterAll(() => wear(page, { mode: 'light' }))

  it.each(paths)('%s can be read', async path => {
    await open(path)
    expect(await colourBarriers(page)).toEqual([])
  })
})

describe('at a desk and on a small tablet', () => {
  afterAll(() => page.setViewportSize(DESK))

  it.each(kinds)('%s never hides what has the focus nor jumps to what stands still', async path => {
    await open(path)
    for (const viewport of [
      { width: 1280, height: 700 },
      { width: 820, height: 600 },
    ]) {
      await page.setViewportSize(viewport)
      await settle(page)
      const { steps, hidden } = await walk()
      expect(steps).toBeGreaterThan(3)
      expect(hidden).toEqual([])
      expect(await jumps(page)).toEqual([])
    }
  })
})

describe('in forced colours, without motion, and mirrored', () => {
  beforeAll(async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await wear(page, { direction: 'rtl' })
  })
  afterAll(async () => {
    await wear(page, { direction: 'ltr' })
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
    await page.setViewportSize(DESK)
  })

  it.each(kinds)('%s can be used', async path => {
    await open(path)
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
    await fitsIn(390, 820, 1280, 1920)
    await settle(page)
    expect((await barriers(page)).filter(found => !found.startsWith('color-contrast'))).toEqual([])
  })
})

describe('in every pair of layout, schema, direction and control size', () => {
  it('that there is', () => {
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

  it('a list has no barrier and no sideways scroll', async () => {
    await open('/dealer-branch/dealer-branch-list')
    const before = await page.evaluate(() => localStorage.getItem('theme'))
    for (const look of looks) {
      await wear(page, look)
      const said = JSON.stringify(look)
      expect(await barriers(page), said).toEqual([])
      await expect.poll(() => sideways(page), { message: said }).toBeNull()
    }
    await wear(page, JSON.parse(before ?? '{}') as Record<string, unknown>)
  })
})

// Last: nothing after it meets this device again.
describe('in words that are two fifths longer', () => {
  it('which its address asks for, from then on', async () => {
    await page.goto(`${shop.url}/profile?lng=en-XA`)
    await settle(page)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-XA')
  })

  it.each(kinds)('%s has room', async path => {
    await open(path)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-XA')
    for (const width of [390, 1280]) {
      await fitsIn(width)
      await expect.poll(async () => (await clipped(page)).seen).toBeGreaterThan(5)
      expect((await clipped(page)).cut, `${width} px`).toEqual([])
    }
  })
})

it.each(doors)('%s can be read in the dark and has a focus that is seen', async path => {
  const context = await shop.browser.newContext({ ...withoutWorker, viewport: DESK })
  const visitor = await context.newPage()
  await visitor.goto(shop.url + path)
  await visitor.getByRole('heading', { level: 1 }).waitFor()
  expect((await hiddenFocus(visitor)).hidden).toEqual([])
  await wear(visitor, { mode: 'dark' })
  expect(await colourBarriers(visitor)).toEqual([])
  await context.close()
})
