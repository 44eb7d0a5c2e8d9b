import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { complaintsOf, launch, signIn } from '../support/browser.ts'
import { clientPaths } from '../support/paths.ts'

const url = inject('productUrl')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const paths = clientPaths().filter(path => path !== '/sign-in')

type Finding = { id: string; help: string; nodes: { target: unknown }[] }

/** WCAG 2.2 A and AA, judged by axe in the page. Runs over the debugger, so the page's own policy stays as it is. */
async function barriers(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page)
  const run = `${axe}; axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then(r => JSON.stringify(r.violations))`
  const { result } = await cdp.send('Runtime.evaluate', { expression: run, awaitPromise: true })
  await cdp.detach()
  return (JSON.parse(String(result.value)) as Finding[]).map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes
        .map(node => JSON.stringify(node.target))
        .slice(0, 3)
        .join(', ')})`,
  )
}

const settle = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

const wearing = (page: Page, theme: object) =>
  page.evaluate(wanted => localStorage.setItem('theme', JSON.stringify(wanted)), theme)

describe('every page', () => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let complaints: string[]
  beforeAll(async () => {
    browser = await launch()
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    complaints = complaintsOf(page)
    await signIn(page, url)
  })
  afterAll(() => browser.close())

  it('is looked at', () => expect(paths.length).toBeGreaterThan(25))

  it.each(paths)('%s opens without an error and without a barrier, light and dark', async path => {
    complaints.length = 0
    for (const mode of ['light', 'dark']) {
      await wearing(page, { mode })
      await page.goto(`${url}${path}`)
      await settle(page)
      expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(mode === 'dark')
      expect(await barriers(page), mode).toEqual([])
    }
    expect(complaints).toEqual([])
  })

  it.each([390, 820, 1280])('never scrolls sideways at %i px, in either direction of writing', async width => {
    await page.setViewportSize({ width, height: 900 })
    for (const direction of ['ltr', 'rtl']) {
      await wearing(page, { direction })
      for (const path of [
        '/home',
        '/settings/maintenance-status-list',
        '/settings/city-list',
        '/dealer-branch/dealer-branch-list',
      ]) {
        await page.goto(`${url}${path}`)
        await settle(page)
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(beyond, `${path} ${direction}`).toBeLessThanOrEqual(0)
      }
    }
    await wearing(page, {})
  })
})

describe('a visitor', () => {
  it('is sent to sign in, and back to where they wanted to go', async () => {
    const browser = await launch()
    const page = await browser.newPage()
    await page.goto(`${url}/settings/color-list`)
    await page.waitForURL(/\/sign-in\?redirectUrl=/)
    expect(await barriers(page)).toEqual([])
    await page.getByLabel('Username or e-mail').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Unable to sign in').first().waitFor()
    await browser.close()
  })
})
