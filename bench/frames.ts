import type { CDPSession, Page } from 'playwright-core'

const TICKS = 60
/** How far a turn of the wheel goes, in px: by a hurried person, and by one who reads. */
export const HURRIED = 1_200
export const STEADY = 120
const FRAME = 1000 / 60

export type Scrolled = { dropped: number; worst: number; blank: number; waiting: number }

// As text: a compiled function would refer to helpers that the page does not have.
const START_FRAMES = `(() => {
  const seen = { steps: [], blank: 0, waiting: 0, on: true }
  window.seenFrames = seen
  // The row in the middle of the window, by where it lies: one that moves may let the pointer through. What looks must not cost what
  // it measures: rows stand in their order, so that few of them have to be asked.
  const midRow = () => {
    const all = document.querySelectorAll('[role=rowgroup] > [role=row]')
    let [from, to] = [0, all.length - 1]
    while (from <= to) {
      const at = (from + to) >> 1
      const { top, bottom } = all[at].getBoundingClientRect()
      if (top > innerHeight / 2) to = at - 1
      else if (bottom <= innerHeight / 2) from = at + 1
      else return all[at]
    }
    return null
  }
  let last = performance.now()
  const look = now => {
    if (!seen.on) return
    seen.steps.push(now - last)
    last = now
    const row = midRow()
    if (!row) seen.blank += 1
    else if (row.textContent === '') seen.waiting += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(now => { last = now; requestAnimationFrame(look) })
})()`
const STOP_FRAMES = `(() => { window.seenFrames.on = false; return window.seenFrames })()`

/** Turns the wheel by so much at a time, and looks at every frame meanwhile. */
export async function scrolled(page: Page, tick = HURRIED, way: 'down' | 'up' = 'down'): Promise<Scrolled> {
  await page.mouse.move(500, 500)
  await page.evaluate(START_FRAMES)
  for (let turn = 0; turn < TICKS; turn += 1) {
    await page.mouse.wheel(0, way === 'down' ? tick : -tick)
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
