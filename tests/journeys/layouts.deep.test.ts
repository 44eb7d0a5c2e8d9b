import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layouts } from '#src/app/theme.ts'
import { wear } from '../support/barriers.ts'
import { go, launch, signIn, withoutWorker } from '../support/browser.ts'
import { finger, keys, mouse, type Hand } from '../support/hands.ts'
import { startProduct, type Product } from '../support/process.ts'

/** The same work in each of the six layouts: find a branch, change its opening hours, see them on its page. */
let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct({
    env: { CAREDESK_DEMO: '1', NODE_ENV: 'development', DRAIN_SECONDS: '0', REQUESTS_PER_MINUTE: '0' },
  })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

type Layout = (typeof layouts)[number]
const BRANCHES = 'Dealer branches'
const BRANCH = 'Pune service centre'

const atDesk = async (width: number) => {
  const context = await browser.newContext({ ...withoutWorker, viewport: { width, height: 900 } })
  const page = await context.newPage()
  await signIn(page, product.url, 'desk', 'caredesk-demo-desk')
  return page
}

const put = async (page: Page, type: Layout) => {
  await page.locator('main h1').waitFor()
  await wear(page, { layout: { type, sideNavCollapse: false } })
  await page.locator(`[data-layout=${type}] main h1`).waitFor()
  // The parts of a layout may come after its page.
  if (type === 'blank') await page.getByRole('button', { name: 'Show the navigation again' }).waitFor()
  else if (type !== 'contentOverlay') await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
}

/** What stands on the page, as somebody sees it. */
const structure = async (page: Page) => {
  const nav = page.getByRole('navigation', { name: 'Main' })
  const box = (await nav.count()) > 0 ? await nav.first().boundingBox() : null
  const inBanner = await page.getByRole('banner').getByRole('navigation', { name: 'Main' }).count()
  const main = await page.getByRole('main').boundingBox()
  return { navWidth: box && Math.round(box.width), inBanner: inBanner > 0, mainStart: Math.round(main?.x ?? 0) }
}

describe('a layout is another order of the page, not another width', () => {
  it('in each of the six', async () => {
    const page = await atDesk(1440)
    const expected: Record<(typeof layouts)[number], object> = {
      collapsibleSide: { inBanner: false, mainStart: 240 },
      stackedSide: { inBanner: false, mainStart: 80 + 270 },
      topBarClassic: { inBanner: true },
      framelessSide: { inBanner: false },
      contentOverlay: { navWidth: null },
      blank: { navWidth: null },
    }
    for (const type of layouts) {
      await put(page, type)
      // The parts of a layout may come after its page.
      await expect.poll(() => structure(page), { message: type }).toMatchObject(expected[type])
    }
    await put(page, 'blank')
    await page.getByRole('contentinfo').waitFor()
    for (const name of ['Open the navigation', /Search or jump to/, 'Theme and layout', 'Add Task', /^Account of/])
      await page.getByRole('button', { name }).first().waitFor()
    await page.context().close()
  })

  it('a change of it leaves what is typed, and where the cursor stands', async () => {
    const page = await atDesk(1440)
    await go(page, '/dealer-branch/dealer-branch-create')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Half a na')
    for (const type of layouts) {
      await put(page, type)
      expect(await name.inputValue()).toBe('Half a na')
      expect(await name.evaluate(box => box === document.activeElement)).toBe(true)
    }
    await page.context().close()
  })

  it('is chosen in the panel, kept over a reload, and blank gives back the one before', async () => {
    const page = await atDesk(1440)
    await page.getByRole('button', { name: 'Theme and layout' }).click()
    await page.getByRole('dialog').getByText('Stacked side').click()
    await page.locator('[data-layout=stackedSide]').waitFor()
    await page.getByRole('dialog').getByText('Blank').click()
    await page.locator('[data-layout=blank]').waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.locator('[data-layout=blank]').waitFor()
    const kept = () =>
      page.evaluate(
        () => JSON.parse(localStorage.getItem('theme') ?? '{}') as { layout: { type: string; previousType?: string } },
      )
    expect((await kept()).layout).toMatchObject({ type: 'blank', previousType: 'stackedSide' })
    await page.getByRole('button', { name: 'Show the navigation again' }).click()
    await page.locator('[data-layout=stackedSide]').waitFor()
    expect((await kept()).layout.type).toBe('stackedSide')
    await page.context().close()
  })
})

/** Opens the list of branches by whatever this layout offers. */
async function toBranches(page: Page, hand: Hand) {
  const link = page.getByRole('link', { name: new RegExp(`^${BRANCHES}`) }).first()
  const nav = page.getByRole('navigation', { name: 'Main' })
  const open = page.getByRole('button', { name: 'Open the navigation' })
  const palette = page.getByRole('button', { name: /Search or jump to/ }).first()
  if (await nav.getByRole('link', { name: new RegExp(`^${BRANCHES}`) }).count()) return hand.press(link)
  if (await open.count()) {
    await hand.press(open)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    return hand.press(dialog.getByRole('link', { name: new RegExp(`^${BRANCHES}`) }))
  }
  if (await nav.count()) {
    await hand.press(nav.getByRole('button', { name: 'Parties' }))
    const entry = page
      .getByRole('link', { name: new RegExp(`^${BRANCHES}`) })
      .or(page.getByRole('menuitem', { name: new RegExp(`^${BRANCHES}`) }))
    return hand.press(entry.first())
  }
  await hand.press(palette)
  await page.getByRole('combobox').last().fill(BRANCHES)
  await page
    .getByRole('option', { name: new RegExp(BRANCHES) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
}

async function changeHours(page: Page, hand: Hand) {
  const hours = `Mon to Sat, ${randomUUID().slice(0, 8)}`
  await go(page, '/home')
  await toBranches(page, hand)
  await page.getByRole('heading', { level: 1, name: BRANCHES }).waitFor()
  await hand.fill(page.getByRole('search').getByRole('searchbox'), 'pune serv')
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] [data-row]').length === 1)
  await hand.press(page.getByRole('link', { name: BRANCH }).first())
  await page.getByRole('heading', { level: 1, name: BRANCH }).waitFor()
  await hand.press(page.getByRole('link', { name: /^Edit/ }).first())
  await hand.fill(page.getByLabel('Hours'), hours)
  await hand.press(page.getByRole('button', { name: /^Save(?! and)/ }))
  await page.getByRole('heading', { level: 1, name: BRANCH }).waitFor()
  await page.getByText(hours).first().waitFor()
}

describe.each(layouts)('in the layout %s a person finishes the same work', type => {
  it('with the mouse at a desk, and with the keys alone', async () => {
    const page = await atDesk(1280)
    await put(page, type)
    await changeHours(page, mouse)
    await changeHours(page, keys(page))
    await page.context().close()
  })

  it('with a finger on a tablet and on a phone, right to left', async () => {
    const context = await browser.newContext({
      ...withoutWorker,
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await signIn(page, product.url, 'desk', 'caredesk-demo-desk')
    await wear(page, { direction: 'rtl' })
    await put(page, type)
    await changeHours(page, finger)
    // On a phone all of them have the same drawer, but the blank one has no header.
    if (type !== 'collapsibleSide' && type !== 'blank') return context.close()
    await page.setViewportSize({ width: 390, height: 844 })
    await changeHours(page, finger)
    await context.close()
  })
})
