import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { settle } from '../support/barriers.ts'
import { complaintsOf, launch, signIn, withoutWorker } from '../support/browser.ts'
import { labels, openList } from '../support/settings-list.ts'

const url = inject('productUrl')
let browser: Browser
/** Somebody at a desk, signed in once for all. */
let desk: BrowserContext
beforeAll(async () => {
  browser = await launch()
  desk = await browser.newContext({ ...withoutWorker, viewport: { width: 1440, height: 900 } })
  const first = await desk.newPage()
  await signIn(first, url)
  await first.close()
})
afterAll(() => browser.close())

const open = (page: Page, path: string) => openList(page, url, path)
const middle = async (page: Page, label: string) => {
  const box = await page.getByRole('button', { name: `Move ${label}`, exact: true }).boundingBox()
  if (!box) throw new Error(`${label} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
const fresh = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

describe('work on a settings list', () => {
  let page: Page
  let complaints: string[]
  const enter = async (context = desk) => {
    page = await context.newPage()
    complaints = complaintsOf(page)
  }
  beforeEach(() => {
    complaints = []
  })
  afterEach(async () => {
    await page.close()
    expect(complaints).toEqual([])
  })

  it('takes a row to another place with the mouse, and it stays there', async () => {
    await enter()
    await open(page, 'pickuptype-list')
    await settle(page)
    const [first, second, third] = (await labels(page)) as [string, string, string]
    const [from, to] = [await middle(page, first), await middle(page, third)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 20, { steps: 4 })
    await page.mouse.move(to.x, to.y + 6, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => labels(page)).toEqual([second, third, first])
    await page.getByText(`${first} is now at place 3 of 3`).waitFor()
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('grid').getByRole('row').nth(3).waitFor()
        return await labels(page)
      })
      .toEqual([second, third, first])
  })

  it('takes a row to another place with a finger', async () => {
    const context = await browser.newContext({
      ...withoutWorker,
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
      isMobile: true,
    })
    await enter(context)
    await signIn(page, url)
    await open(page, 'dealer-type-list')
    await settle(page)
    const [first, second] = (await labels(page)) as [string, string]
    const [from, to] = [await middle(page, first), await middle(page, second)]
    const cdp = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] })
    await touch('touchStart', from.y)
    // Its handle never scrolls the page: the row is taken once the finger has gone further than it trembles.
    let moved = 10
    const isTaken = async () => {
      await touch('touchMove', from.y + (moved += 1))
      return page.locator('[data-dragging]').count()
    }
    await expect.poll(isTaken).toBe(1)
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', from.y + ((to.y + 8 - from.y) * step) / 8)
    await touch('touchEnd')
    await expect.poll(async () => (await labels(page)).slice(0, 2)).toEqual([second, first])
    await context.close()
  })

  it('pastes a sheet of cities below their states, tells what it leaves out, and finds them by state', async () => {
    await enter()
    await open(page, 'city-list')
    const town = fresh('Town')
    const lines = Array.from({ length: 200 }, (_, index) => `${town} ${index}, ${index % 2 ? 'Kerala' : 'Goa'}`)
    const box = page.getByRole('textbox', { name: 'Items to paste' })
    await box.fill([...lines, `${town} 1, Kerala`, 'Pune, Maharashtra', 'Nowhere, Atlantis'].join('\n'))
    await page.getByText(/“Atlantis” is not there/).waitFor()
    await page.getByRole('button', { name: 'Add 200 items' }).click()
    await page.getByText('200 items added.').waitFor()
    expect(await box.inputValue()).toBe('Nowhere, Atlantis')
    await box.fill('')

    const find = page.getByRole('search').getByRole('combobox', { name: 'State' })
    await find.fill('keral')
    await page.getByRole('option', { name: 'Kerala' }).click()
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(town)
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('101')
    await page.reload()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('101')
  })

  it('refuses a category below itself beside the field, and keeps what was chosen', async () => {
    await enter()
    await open(page, 'category-list')
    const [above, below] = [fresh('Above'), fresh('Below')]
    const paste = async (line: string) => {
      await page.getByRole('textbox', { name: 'Items to paste' }).fill(line)
      await page.getByRole('button', { name: 'Add 1 item' }).click()
    }
    await paste(above)
    await page.getByRole('button', { name: `Move ${above}` }).waitFor()
    await paste(`${below}, ${above}`)
    await page.getByRole('button', { name: `Move ${below}` }).waitFor()
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: `Move ${above}` }) })
      .focus()
    await page.keyboard.press('F2')
    const form = page.getByRole('form', { name: `Edit ${above}` })
    await form.getByRole('button', { name: /Stands in/ }).click()
    await page.getByRole('option', { name: below }).click()
    const chosen = form.getByRole('button', { name: /Stands in/ })
    await expect.poll(() => chosen.evaluate(element => element === document.activeElement)).toBe(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('An item cannot lie below itself.').waitFor()
    await chosen.getByText(below).waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
  })

  it('keeps every item of somebody who types faster than the server answers', async () => {
    await enter()
    await open(page, 'source-list')
    const fair = `Fair ${randomUUID().slice(0, 4)}`
    const words = Array.from({ length: 6 }, (_, index) => `${fair} ${index}`)
    await page.getByRole('form', { name: /^Add / }).getByRole('textbox', { name: 'Label' }).focus()
    for (const word of words) {
      // As fast as people are: a burst that ends with Enter would be a scan, which never submits.
      await page.keyboard.type(word, { delay: 50 })
      await page.keyboard.press('Enter')
    }
    await expect.poll(async () => (await labels(page)).filter(label => label.startsWith(fair))).toEqual(words)
  })

  it('asks which of two names to keep, and what is typed meanwhile stays under the cursor', async () => {
    await enter()
    await open(page, 'store-type-list')
    const other = await browser.newContext(withoutWorker)
    const there = await other.newPage()
    await signIn(there, url)
    await open(there, 'store-type-list')
    const [first] = (await labels(page)) as [string]
    const start = async (on: Page) => {
      await on.getByRole('grid').getByRole('row').nth(1).focus()
      await on.keyboard.press('F2')
      const box = on.getByRole('form', { name: `Edit ${first}` }).getByRole('textbox', { name: 'Label' })
      await box.waitFor()
      return box
    }
    const [mine, theirs] = [await start(page), await start(there)]
    const [ours, wanted] = [fresh('Ours'), fresh('Theirs')]
    await mine.fill(ours)
    await theirs.fill(wanted)
    await theirs.press('Enter')
    await page.getByText(/^Somebody changed this item/).waitFor()
    expect(await mine.inputValue()).toBe(ours)
    expect(await mine.evaluate(element => element === document.activeElement)).toBe(true)
    await mine.press('Enter')
    await page.getByRole('radio', { name: `Theirs ${wanted}` }).check()
    await page
      .getByRole('form', { name: `Edit ${first}` })
      .getByRole('button', { name: 'Save' })
      .click()
    await expect.poll(async () => (await labels(page))[0]).toBe(wanted)
    await other.close()
  })

  it('refuses to switch off the last active item of a stage, in the row that it is about', async () => {
    await enter()
    await open(page, 'refund-status')
    const row = page.getByRole('grid').getByRole('row').nth(1)
    await row.getByRole('switch').click()
    await row.getByText(/last active item of its stage/).waitFor()
    await expect.poll(() => row.getByRole('switch').isChecked()).toBe(true)
  })
})
