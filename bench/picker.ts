import type { Browser, Page } from 'playwright-core'
import { bareList } from './bare-list.ts'
import { median, type Line } from './report.ts'
import { signedIn } from './signed-in.ts'

const RUNS = 3
const BEFORE = 'Branch '
const WORDS = ['9871', '4503', '77']

// As text: a compiled function would refer to helpers that the page does not have.
const watchAnswers = (options: string) => `(() => {
  window.answers = []
  addEventListener('keydown', event => {
    const began = event.timeStamp
    const look = () => {
      const typed = document.activeElement.value.toLowerCase()
      const first = document.querySelector('${options}')
      if (first && first.textContent.toLowerCase().includes(typed)) window.answers.push(performance.now() - began)
      else if (performance.now() - began < 5000) requestAnimationFrame(look)
    }
    // Not before the key has written its letter.
    requestAnimationFrame(() => requestAnimationFrame(look))
  }, true)
})()`

/** From each key to the frame in which the first choice is one that was asked for. */
async function answers(page: Page, before: string): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1)
    for (const word of WORDS) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type(before, { delay: 120 })
      await page.waitForTimeout(500)
      await page.evaluate('window.answers.length = 0')
      for (const digit of word) {
        await page.keyboard.press(digit)
        await page.waitForTimeout(300)
      }
      times.push(...(await page.evaluate<number[]>('window.answers')))
    }
  if (times.length < RUNS * WORDS.join('').length) throw new Error(`only ${times.length} keys were answered`)
  return times
}

/** Choosing one of ten thousand branches that the device keeps, beside a bare list of ten thousand names. */
export async function picker(browser: Browser, url: string, bareUrl: string): Promise<Line[]> {
  const viewport = { width: 1366, height: 800 }
  const context = await browser.newContext({ viewport, storageState: await signedIn(browser, url) })
  const page = await context.newPage()
  await page.goto(`${url}/customers/customer-create`)
  const field = page.getByRole('combobox', { name: 'Branch' })
  await field.waitFor()
  // All ten thousand have come when the last of them is found.
  for (let tries = 0; ; tries += 1) {
    await field.fill('Branch 9999')
    const option = page.getByRole('option', { name: 'Branch 9999', exact: true })
    if (
      await option.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    )
      break
    if (tries > 30) throw new Error('the branches did not come to the device')
    await page.keyboard.press('Escape')
  }
  const bareContext = await browser.newContext({ viewport })
  await bareContext.route(`${bareUrl}/virtual`, route =>
    route.fulfill({ contentType: 'text/html', body: bareList(10_000) }),
  )
  const barePage = await bareContext.newPage()
  await barePage.goto(`${bareUrl}/virtual`)
  await barePage.locator('[role=row]').first().waitFor()

  await page.evaluate(watchAnswers('[role=option]'))
  await barePage.evaluate(watchAnswers('[role=row]'))
  const lines: Line[] = []
  for (const rate of [1, 4]) {
    for (const one of [page, barePage])
      await (await one.context().newCDPSession(one)).send('Emulation.setCPUThrottlingRate', { rate })
    await field.focus()
    const ours = await answers(page, BEFORE)
    await barePage.locator('input').focus()
    const bare = await answers(barePage, 'town ')
    const cpu = rate === 1 ? '' : `, CPU ${rate}x`
    const pair = (name: string, of: (times: number[]) => number, goal?: Line['goal']): Line => ({
      name: `picking of 10,000${cpu}: ${name}`,
      ours: of(ours),
      limit: of(bare),
      unit: 'ms',
      ...(goal ? { goal } : {}),
    })
    const goal = { of: 'ours' as const, atMost: 100 }
    lines.push(
      pair('median key', median, goal),
      pair('worst key', times => Math.max(...times), rate === 1 ? goal : undefined),
    )
  }
  await context.close()
  await bareContext.close()
  return lines
}
