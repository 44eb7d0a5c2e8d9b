import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allOf, apiAs } from '../support/api.ts'
import { controlled, launch, signIn } from '../support/browser.ts'
import { startProduct, type Product } from '../support/process.ts'
import { openIn, plantChanges } from '../support/queue-in-page.ts'

const MANY = 2_000
// So many rows, and so much news of them, would reach every page that others look at meanwhile.
let product: Product
let browser: Browser
beforeAll(async () => void ([product, browser] = await Promise.all([startProduct(), launch()])))
afterAll(async () => {
  await browser.close()
  await product.stop()
})

type City = { id: number; label: string; colour: string | null }

it('two thousand changes go out with their progress shown, little memory, and a page that goes on answering', async () => {
  const { url } = product
  const admin = await apiAs(url)
  const labels = Array.from({ length: MANY }, (_, n) => `Queue ${n}`)
  for (let from = 0; from < MANY; from += 1_000)
    await admin.need('POST', '/list/city/paste', {
      items: labels.slice(from, from + 1_000).map(label => ({ label })),
    })
  const cities = async () =>
    (await allOf<City>(admin, '/list/city?q=Queue')).filter(({ label }) => /^Queue \d+$/.test(label))
  const ids = (await cities()).map(({ id }) => id)
  expect(ids).toHaveLength(MANY)

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await signIn(page, url)
  await controlled(page)
  await page.goto(`${url}/outbox`)
  await page.getByText('Everything is sent').waitFor()
  const devtools = await context.newCDPSession(page)
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }
  await context.setOffline(true)
  await plantChanges(page, 'city', ids, { colour: '#0d6673' })
  await page.reload()
  const changes = page.locator('[data-op-box]')
  await changes.first().waitFor()
  expect(await openIn(page)).toHaveLength(MANY)
  const before = await heap()

  await context.setOffline(false)
  const progress = page.getByRole('progressbar', { name: 'Outbox' })
  await progress.waitFor()
  // What is typed meanwhile stands there, and what was asked for comes.
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Search or jump to' })
  await palette.fill('Dealer br')
  expect(await palette.inputValue()).toBe('Dealer br')
  await page
    .getByRole('option', { name: /^Dealer branches/ })
    .first()
    .waitFor()
  expect((await openIn(page)).length).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const drawn: number[] = []
  const left = async () => {
    drawn.push(await changes.count())
    return (await openIn(page)).length
  }
  await expect.poll(left, { timeout: 240_000, interval: 500 }).toBe(0)
  await page.getByText('Everything is sent').waitFor()

  expect(Math.max(...drawn)).toBeLessThan(200)
  expect((await heap()) - before).toBeLessThan(64 * 2 ** 20)
  expect((await cities()).filter(({ colour }) => colour !== '#0d6673')).toEqual([])
  await context.close()
}, 420_000)
