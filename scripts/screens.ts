import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { clientPaths } from '../tests/support/paths.ts'
import { launch, signIn } from '../tests/support/browser.ts'
import { startProduct } from '../tests/support/process.ts'

/**
 * `npm run screens [PART]`: pictures of every page (or of those whose path contains PART) of the demo business into
 * ./screens, as a desk and as a tablet see them, light and dark.
 */
const [part = ''] = process.argv.slice(2)
const sizes = { desktop: { width: 1440, height: 900 }, tablet: { width: 820, height: 1180 } }
const modes = ['light', 'dark']

const product = await startProduct({ env: { CAREDESK_DEMO: '1', NODE_ENV: 'development', REQUESTS_PER_MINUTE: '0' } })
const browser = await launch()
mkdirSync('screens', { recursive: true })
try {
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, hasTouch: size === 'tablet' })
    const page = await context.newPage()
    const shoot = async (path: string) => {
      for (const mode of modes) {
        await page.evaluate(wanted => {
          const theme = JSON.parse(localStorage.getItem('theme') ?? '{}') as object
          localStorage.setItem('theme', JSON.stringify({ ...theme, mode: wanted }))
        }, mode)
        await page.goto(`${product.url}${path}`)
        await page.waitForLoadState('networkidle')
        await page.waitForTimeout(400)
        const name = path.slice(1).replaceAll('/', '.')
        await page.screenshot({ path: join('screens', `${name}-${size}-${mode}.png`) })
      }
    }
    await page.goto(`${product.url}/sign-in`)
    if ('/sign-in'.includes(part)) await shoot('/sign-in')
    await signIn(page, product.url, 'admin', 'caredesk-demo-admin')
    for (const path of clientPaths()) if (path !== '/sign-in' && path.includes(part)) await shoot(path)
    await context.close()
  }
} finally {
  await browser.close()
  await product.stop()
}
