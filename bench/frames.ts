import type { CDPSession, Page } from 'playwright-core'

const TICKS = 60
const TICK = 1_200
const FRAME = 1000 / 60

export type Scrolled = { dropped: number; worst: number; blank: number; waiting: number }

// As text: a compiled function would refer to helpers that the page does not have.
const START_FRAMES = `(() => {
  const seen = { steps: [], blank: 0, waiting: 0, on: true }
  window.seenFrames = seen
  let last = performance.now()
  const look = now => {
    if (!seen.on) return
    seen.steps.push(now - last)
    last = now
    const box = document.querySelector('[role=rowgroup]').getBoundingClientRect()
    const there = document.elementFromPoint(box.left + box.width / 2, innerHeight / 2)
    const row = there && there.closest('[role=row]')
    if (!row) seen.blank += 1
    else if (row.textContent === '') seen.waiting += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(now => { last = now; requestAnimationFrame(look) })
})()`
const STOP_FRAMES = `(() => { window.seenFrames.on = false; return window.seenFrames })()`

/** Turns the wheel as a hurried person would, and looks at every frame meanwhile. */
export async function scrolled(page: Page, way: 'down' | 'up' = 'down'): Promise<Scrolled> {
  await page.mouse.move(500, 500)
  await page.evaluate(START_FRAMES)
  for (let tick = 0; tick < TICKS; tick += 1) {
    await page.mouse.wheel(0, way === 'down' ? TICK : -TICK)
    await page.waitForTimeout(FRAME * 2)
  }
  const { steps, blank, waiting } = await page.evaluate<{ steps: number[]; blank: number; waiting: number }>(
    STOP_FRAMES,
  )
  const due = steps.map(step => Math.max(1, Math.round(step / FRAME)))
  const all = due.reduce((sum, frames) => sum + frames, 0)
  return {
    dropped: (100 * (all - steps.length)) / all,
    worst: Math.max(...steps),
    blank: (100 * blank) / steps.length,
    waiting: (100 * waiting) / steps.length,
  }
}

/** What the page's scripts hold, in MB. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 1024 / 1024
}

const WATCH_KEYS = `(() => {
  window.slowestKey = 0
  if (window.watchesKeys) return
  window.watchesKeys = true
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if (/^(key|input|beforeinput)/.test(entry.name)) window.slowestKey = Math.max(window.slowestKey, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 })
})()`

/** The longest that a key of the word took until what it did was painted; `pause` lies between two keys. */
export async function slowestKey(page: Page, word: string, pause: number): Promise<number> {
  await page.evaluate(WATCH_KEYS)
  for (const letter of word) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(pause)
  }
  // What is shorter than a frame is not told of.
  return Math.max(16, await page.evaluate<number>('window.slowestKey'))
}
