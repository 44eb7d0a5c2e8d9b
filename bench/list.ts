import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { signedIn } from './signed-in.ts'
import { median, type Line } from './report.ts'

const RUNS = 3
const TICKS = 60
const TICK = 1_200
const WORD = 'town 77'

/** Ten thousand rows without a framework: fixed heights, the rows in sight, search by looking through all names. */
const BARE_LIST = `<!doctype html><title>bare</title><style>
  body { margin: 0; font: 14px sans-serif } [role=row] { position: absolute; height: 44px; inset-inline: 0; display: flex; gap: 16px }
</style><input type="search"><div id="rows" role="rowgroup" style="position: relative"></div><script>
  const rows = document.getElementById('rows'), field = document.querySelector('input')
  let all = [], shown = []
  const draw = () => {
    const top = Math.max(0, scrollY - rows.offsetTop)
    const from = Math.max(0, Math.floor(top / 44) - 6)
    const to = Math.min(shown.length, Math.ceil((top + innerHeight) / 44) + 6)
    const drawn = []
    for (let index = from; index < to; index += 1) {
      const row = document.createElement('div')
      row.setAttribute('role', 'row')
      row.setAttribute('aria-rowindex', index + 2)
      row.style.top = index * 44 + 'px'
      for (const text of [shown[index].label, shown[index].code, shown[index].active ? 'on' : 'off'])
        row.appendChild(document.createElement('span')).textContent = text
      drawn.push(row)
    }
    rows.replaceChildren(...drawn)
  }
  const find = () => {
    const word = field.value.toLowerCase()
    shown = all.filter(item => item.label.toLowerCase().replace('city', 'town').includes(word))
    rows.style.height = shown.length * 44 + 'px'
    draw()
  }
  addEventListener('scroll', draw, { passive: true })
  field.addEventListener('input', find)
  fetch('/items').then(answer => answer.json()).then(items => { all = items; find() })
</script>`

type Figures = { dropped: number; worst: number; blank: number; key: number; heap: number; grown: number }

// As text: a compiled function would refer to helpers that the page does not have.
const START_FRAMES = `(() => {
  const seen = { steps: [], blank: 0, on: true }
  window.seenFrames = seen
  let last = performance.now()
  const look = now => {
    if (!seen.on) return
    seen.steps.push(now - last)
    last = now
    const box = document.querySelector('[role=rowgroup]').getBoundingClientRect()
    const there = document.elementFromPoint(box.left + box.width / 2, innerHeight / 2)
    if (!there || !there.closest('[role=row]')) seen.blank += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(now => { last = now; requestAnimationFrame(look) })
})()`
const STOP_FRAMES = `(() => { window.seenFrames.on = false; return { steps: window.seenFrames.steps, blank: window.seenFrames.blank } })()`
const WATCH_KEYS = `(() => {
  window.slowestKey = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if (/^(key|input|beforeinput)/.test(entry.name)) window.slowestKey = Math.max(window.slowestKey, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 })
})()`

const FRAME = 1000 / 60

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 1024 / 1024
}

/** Scrolls and searches ten thousand rows as a hurried person would, on a machine four times slower. */
async function figures(page: Page): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page)
  await page.waitForFunction(() => document.documentElement.scrollHeight > 300_000, undefined, { timeout: 60_000 })
  const heap = await heapOf(cdp)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.waitForTimeout(1_000)

  await page.mouse.move(500, 500)
  await page.evaluate(START_FRAMES)
  for (let tick = 0; tick < TICKS; tick += 1) {
    await page.mouse.wheel(0, TICK)
    await page.waitForTimeout(FRAME * 2)
  }
  const { steps, blank } = await page.evaluate<{ steps: number[]; blank: number }>(STOP_FRAMES)
  const due = steps.map(step => Math.max(1, Math.round(step / FRAME)))
  const all = due.reduce((sum, frames) => sum + frames, 0)
  const grown = (await heapOf(cdp)) - heap

  await page.evaluate('scrollTo(0, 0)')
  await page.waitForTimeout(500)
  await page.evaluate(WATCH_KEYS)
  await page.locator('[role=search] input[type=search], body > input').first().focus()
  for (const letter of WORD) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(400)
  }
  const key = await page.evaluate<number>('window.slowestKey')
  return {
    dropped: (100 * (all - steps.length)) / all,
    worst: Math.max(...steps),
    blank: (100 * blank) / steps.length,
    key: Math.max(key, 16),
    heap,
    grown,
  }
}

async function measure(context: BrowserContext, go: (page: Page) => Promise<unknown>): Promise<Figures> {
  const page = await context.newPage()
  await go(page)
  const found = await figures(page)
  await page.close()
  return found
}

/** Ten thousand cities in the settings list beside a bare virtual list: frames, keys and memory. */
export async function list(browser: Browser, url: string, bareUrl: string): Promise<Line[]> {
  const viewport = { width: 1366, height: 800 }
  const mineIn = await browser.newContext({ viewport, storageState: await signedIn(browser, url) })
  const bareIn = await browser.newContext({ viewport })
  await bareIn.route(`${bareUrl}/virtual`, route => route.fulfill({ contentType: 'text/html', body: BARE_LIST }))

  const mine: Figures[] = []
  const bare: Figures[] = []
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await measure(bareIn, page => page.goto(`${bareUrl}/virtual`)))
    mine.push(await measure(mineIn, page => page.goto(`${url}/settings/city-list`)))
  }
  await mineIn.close()
  await bareIn.close()

  const line = (name: string, key: keyof Figures, unit: string, goal?: Line['goal']): Line => ({
    name: `10,000 rows, CPU 4x: ${name}`,
    ours: median(mine.map(run => run[key])),
    limit: median(bare.map(run => run[key])),
    unit,
    ...(goal ? { goal } : {}),
  })
  return [
    line('dropped frames while scrolling', 'dropped', '%', { of: 'ours', atMost: 10 }),
    line('worst frame while scrolling', 'worst', 'ms'),
    line('blank frames while scrolling', 'blank', '%', { of: 'ours', atMost: 0 }),
    line('slowest key in the search box', 'key', 'ms', { of: 'ours', atMost: 48 }),
    line('JS heap with the list', 'heap', 'MB', { of: 'ours', atMost: 8 }),
    line('JS heap grown by scrolling', 'grown', 'MB'),
  ]
}
