import type { Browser, Page } from 'playwright-core'
import { signIn } from '../tests/support/browser.ts'
import { median, type Line } from './report.ts'

const ROUNDS = 5
// A settings list is reached from the settings; everything else from the navigation.
const pages = ['/settings', '/settings/courier-list', '/home', '/dealer-branch/dealer-branch-list', '/users/user-list']

/**
 * Goes to a page as a link does, and answers the milliseconds until the frame in which its heading stands. As text: a
 * compiled function would refer to helpers that the page does not have.
 */
const change = (path: string) => `new Promise((done, failed) => {
  const before = document.querySelector('main h1')
  const started = performance.now()
  const known = [...document.querySelectorAll('a')].find(one => new URL(one.href).pathname === '${path}')
  if (!known) return failed(new Error('no link to ${path}'))
  known.click()
  const look = () => {
    const heading = document.querySelector('main h1')
    if (location.pathname === '${path}' && heading && heading !== before) done(performance.now() - started)
    else if (performance.now() - started > 10000) failed(new Error('no heading'))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

/** The least that any change of a page takes here: another heading, laid out and painted. */
const bareChange = `new Promise(done => {
  const started = performance.now()
  document.querySelector('main h1').textContent += ' '
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - started)))
})`

const evaluate =
  (page: Page, cdp: Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>) =>
  async (expression: string) => {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true })
    if (exceptionDetails) throw new Error(`${page.url()}: ${exceptionDetails.exception?.description ?? ''}`)
    return Number(result.value)
  }

/** From a click on a link to the other page's heading, at CPU 4x, once every page has been seen. */
export async function routeChange(browser: Browser, url: string): Promise<Line[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  const page = await context.newPage()
  await signIn(page, url)
  await page.locator('main h1').waitFor()
  const cdp = await context.newCDPSession(page)
  const run = evaluate(page, cdp)
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (round === 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    for (const path of pages) {
      const took = await run(change(path))
      await page.waitForTimeout(300)
      const least = await run(bareChange)
      if (round === 0) continue
      ours.push(took)
      bare.push(least)
    }
  }
  await context.close()
  return [
    {
      name: 'route change, CPU 4x (limit: another heading painted)',
      ours: median(ours),
      limit: median(bare),
      unit: 'ms',
      goal: { of: 'ours', atMost: 100 },
    },
    {
      name: 'route change, CPU 4x, slowest',
      ours: Math.max(...ours),
      limit: null,
      unit: 'ms',
    },
  ]
}
