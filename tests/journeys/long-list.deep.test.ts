import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { apiAs } from '../support/api.ts'
import { complaintsOf, launch, signIn } from '../support/browser.ts'
import { startProduct, type Product } from '../support/process.ts'

let product: Product
let url: string
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

const TOWNS = 300
beforeAll(async () => {
  // Nobody else makes it longer meanwhile.
  product = await startProduct()
  ;({ url } = product)
  browser = await launch()
  context = await browser.newContext({ viewport: { width: 1366, height: 800 } })
  const first = await context.newPage()
  await signIn(first, url)
  const items = Array.from({ length: TOWNS }, (_, n) => ({ label: `Long ${1_000 + n}` }))
  await (await apiAs(url)).need('POST', '/list/city/paste', { items })
  await first.close()
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})
beforeEach(async () => {
  page = await context.newPage()
  complaints = complaintsOf(page)
  await page.goto(`${url}/settings/city-list`)
  await page.waitForFunction(() => document.documentElement.scrollHeight > 10_000)
})
afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

const rows = () => page.getByRole('grid').locator('[data-item]')
/** The labels in sight of the window, top to bottom, without what is kept beyond it. */
const drawn = () => rows().evaluateAll(all => all.map(row => row.querySelector('code')?.textContent ?? ''))
const handle = (label: string) => page.getByRole('button', { name: `Move ${label}`, exact: true })
const focused = () => page.evaluate(() => Number(/Long (\d+)/.exec(document.activeElement?.textContent ?? '')?.[1]))
/** Brings the named rows into the middle of the window. */
async function goTo(label: string) {
  await rows().first().focus()
  await page.keyboard.press('End')
  await expect.poll(focused).toBe(1299)
  while (!(await handle(label).isVisible())) {
    const before = await focused()
    await page.keyboard.press('PageUp')
    await expect.poll(focused).toBeLessThan(before)
  }
  await handle(label).evaluate(button => button.scrollIntoView({ block: 'center' }))
  // Rows let the pointer through while they move.
  const { x, y } = await middleOf(label)
  const meetsPointer = () =>
    handle(label).evaluate((button, { x, y }) => button.contains(document.elementFromPoint(x, y)), { x, y })
  await expect.poll(meetsPointer).toBe(true)
}
const middleOf = async (label: string) => {
  const box = (await handle(label).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

it('draws only what is in sight, and the keys reach the last of all rows', async () => {
  expect(await rows().count()).toBeLessThan(60)
  await rows().first().focus()
  await page.keyboard.press('End')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Long 1299')
  await page.keyboard.press('PageUp')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Long 1289')
  expect(await rows().count()).toBeLessThan(60)
  expect((await drawn()).filter(code => code.startsWith('long-12')).length).toBeGreaterThan(10)
})

it('is never blank in the middle while it is scrolled from end to end', async () => {
  const blank = await page.evaluate(async () => {
    let empty = 0
    for (let at = 0; at < document.documentElement.scrollHeight - innerHeight; at += 700) {
      scrollTo(0, at)
      await new Promise(requestAnimationFrame)
      const list = document.querySelector('[role=rowgroup]')!.getBoundingClientRect()
      const middle = innerHeight / 2
      // Where it stands and not what the pointer meets: rows let that through while they move.
      const isThere = [...document.querySelectorAll('[role=row]')].some(row => {
        const { top, bottom } = row.getBoundingClientRect()
        return top <= middle && bottom >= middle
      })
      if (list.top < middle && !isThere) empty += 1
    }
    return empty
  })
  expect(blank).toBe(0)
})

it('takes a dragged row to where it is let go; Escape puts it back', async () => {
  await goTo('Long 1100')
  const from = await middleOf('Long 1100')
  const to = await middleOf('Long 1103')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const order = async () => (await drawn()).filter(code => /^long-110[0-4]$/.test(code))
  expect(await order()).toEqual(['long-1100', 'long-1101', 'long-1102', 'long-1103', 'long-1104'])

  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
  await expect.poll(order).toEqual(['long-1101', 'long-1102', 'long-1103', 'long-1100', 'long-1104'])
  await page.getByText(/^Long 1100 is now at place/).waitFor({ state: 'attached' })
})

it('scrolls on while a row is held at the edge of the window', async () => {
  await goTo('Long 1050')
  const from = await middleOf('Long 1050')
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, 790, { steps: 6 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 1_500)
  await page.mouse.up()
  const place = /^Long 1050 is now at place/
  await page.getByText(place).waitFor({ state: 'attached' })
})
