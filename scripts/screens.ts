import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { barriers, wear } from '../tests/support/barriers.ts'
import { launch, signIn } from '../tests/support/browser.ts'
import { demoPages } from '../tests/support/demo-pages.ts'
import { allLooks } from '../tests/support/looks.ts'
import { startProduct } from '../tests/support/process.ts'

/**
 * `npm run screens [PART]`: pictures of every page (or of those whose path contains PART) of the demo business into
 * ./screens, as a desk and as a tablet see them, light, dark and right to left. Without PART every look that can be
 * chosen (layout, schema, direction, size, mode) is judged as well.
 */
const [part = ''] = process.argv.slice(2)
const sizes = { desktop: { width: 1440, height: 900 }, tablet: { width: 820, height: 1180 } }
const shown = {
  light: { mode: 'light', direction: 'ltr' },
  dark: { mode: 'dark', direction: 'ltr' },
  rtl: { mode: 'light', direction: 'rtl' },
}
const visitors = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password']

async function shoot(page: Page, url: string, address: string, size: string) {
  await page.goto(url + address)
  await page.waitForLoadState('networkidle')
  for (const [name, look] of Object.entries(shown)) {
    await wear(page, look)
    await page.screenshot({ path: join('screens', `${address.slice(1).replaceAll('/', '.')}-${size}-${name}.png`) })
  }
}

async function pictures(browser: Browser, url: string) {
  const addresses = (await demoPages(url)).map(({ address }) => address)
  mkdirSync('screens', { recursive: true })
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, hasTouch: size === 'tablet' })
    const page = await context.newPage()
    for (const path of visitors.filter(path => path.includes(part))) await shoot(page, url, path, size)
    await signIn(page, url, 'admin', 'caredesk-demo-admin')
    for (const address of addresses.filter(address => address.includes(part))) await shoot(page, url, address, size)
    await context.close()
  }
}

/** Answers how many looks keep somebody out. */
async function judge(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: sizes.desktop })
  const page = await context.newPage()
  await signIn(page, url, 'admin', 'caredesk-demo-admin')
  await page.goto(`${url}/dealer-branch/dealer-branch-list`)
  await page.waitForLoadState('networkidle')
  let bad = 0
  for (const [index, look] of allLooks.entries()) {
    await wear(page, look)
    const found = await barriers(page)
    if (found.length > 0) {
      bad += 1
      console.log(`\n${JSON.stringify(look)}\n${found.join('\n')}`)
    }
    process.stdout.write(`\r${index + 1} of ${allLooks.length} looks judged, ${bad} with barriers`)
  }
  console.log()
  await context.close()
  return bad
}

const product = await startProduct({ env: { CAREDESK_DEMO: '1', NODE_ENV: 'development', REQUESTS_PER_MINUTE: '0' } })
const browser = await launch()
try {
  await pictures(browser, product.url)
  if (!part && (await judge(browser, product.url)) > 0) process.exitCode = 1
} finally {
  await browser.close()
  await product.stop()
}
