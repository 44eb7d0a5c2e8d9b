import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { complaintsOf, launch, signIn, withoutWorker } from '../support/browser.ts'
import { dbCommand } from '../support/db-command.ts'
import { startProduct, type Product } from '../support/process.ts'

const NEW = 'three-slow-otters-77'
let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

it('who comes in with a one-time password chooses one of their own, by keyboard, and is in', async () => {
  const { said } = await dbCommand(product.dataDir, 'admin-password')
  const password = /one-time password (\S{16}) /.exec(said)?.[1] ?? ''
  const context = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await signIn(page, product.url, 'admin', password)
  const form = page.getByRole('form', { name: 'Choose your own password' })
  await form.waitFor()
  expect(await page.title()).toBe('Choose your own password · Caredesk')
  // Whatever the address says, there is nothing else.
  await page.goto(`${product.url}/user/user-list`)
  await form.waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await expect.poll(focused).toBe('current-password')
  await page.keyboard.press('Enter')
  await page.getByText('Type the one-time password once more.').waitFor()
  await expect.poll(focused).toBe('current-password')
  await page.keyboard.type('not the password')
  await form.getByLabel('New password').fill(NEW)
  await page.keyboard.press('Enter')
  await page.getByText('This is not your password.').waitFor()
  await form.getByLabel('One-time password').fill(password)
  for (const [name, width, height] of [
    ['desk', 1280, 900],
    ['tablet', 768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const look of ['light', 'dark', 'rtl']) {
      await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
      await page.evaluate(dir => document.documentElement.setAttribute('dir', dir), look === 'rtl' ? 'rtl' : 'ltr')
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, `${name} ${look}`).toBeLessThanOrEqual(0)
    }
  }
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  await form.getByLabel('New password').press('Enter')
  await page.getByRole('navigation').first().waitFor()
  expect(await page.title()).not.toContain('Choose your own')
  expect(complaints).toEqual([])
  await context.close()
})
