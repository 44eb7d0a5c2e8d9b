import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const sessions = new WeakMap<Page, CDPSession>()

/** Over the debugger, so that the page's own policy stays as it is. */
async function run(page: Page, expression: string): Promise<unknown> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  // Only for pages that play by themselves or must be held one way.
  preload: false,
}

type Finding = { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }

/**
 * What keeps people out, as axe sees it: WCAG 2.2 A and AA with target sizes, and its best practices. `within` is the part of the
 * page that is looked at, `rows` how many rows of a list: they are alike, and each takes its time.
 */
export const barriers = (page: Page, within?: string, rows?: number): Promise<string[]> =>
  found(page, options, within, rows)

/** Those of them that another mode or schema can make: what else axe looks for does not depend on colours. */
export const colourBarriers = (page: Page): Promise<string[]> =>
  found(page, {
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
    resultTypes: ['violations'],
  })

// What comes and goes over a moment is half seen meanwhile; what spins for ever is not waited for.
const still = `(() => {
  const ending = document.getAnimations().filter(one => one.effect?.getComputedTiming().endTime !== Infinity)
  return Promise.race([Promise.allSettled(ending.map(one => one.finished)), new Promise(done => setTimeout(done, 5000))])
})()`

async function found(page: Page, asked: object, within = 'html', rows?: number): Promise<string[]> {
  // Apart, and in the same words each time: the browser keeps what it has made of a script that it has had before.
  if (!(await run(page, `'axe' in window`))) await run(page, axe)
  const context = { include: [[within]], exclude: rows ? [[`[data-index="${rows - 1}"] ~ [data-index]`]] : [] }
  const text = `(async () => {
    await ${still}
    return JSON.stringify((await window.axe.run(${JSON.stringify(context)}, ${JSON.stringify(asked)})).violations)
  })()`
  return (JSON.parse(String(await run(page, text))) as Finding[]).map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 3).map(node => `${JSON.stringify(node.target)} ${node.failureSummary ?? ''}`)
    return `${id}: ${help}\n  ${where.join('\n  ')}`
  })
}

/** Waits until the page is there and has stood still for a moment: parts of it are fetched when they are first needed. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await run(
    page,
    `new Promise(done => {
      let timer
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          if (document.querySelector('main [aria-busy="true"]')) return wait()
          observer.disconnect()
          done()
        }, 120)
      }
      const observer = new MutationObserver(wait)
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      wait()
    })`,
  )
}

/** How far the page can be scrolled sideways, and what reaches out furthest. */
export const sideways = (page: Page): Promise<string | null> =>
  run(
    page,
    `(() => {
      const root = document.documentElement
      const beyond = root.scrollWidth - root.clientWidth
      if (beyond <= 0) return null
      const out = [...document.querySelectorAll('body *')].filter(one => {
        const box = one.getBoundingClientRect()
        return box.width > 0 && (box.right > root.clientWidth + 1 || box.left < -1)
      })
      return beyond + ' px: ' + out.slice(0, 3).map(one => one.outerHTML.slice(0, 160)).join(' | ')
    })()`,
  ) as Promise<string | null>

/** What reaches sideways out of a box that shows nothing beyond its edge, or out of the window. What ends in "…" is not meant. */
export const cutOff = (page: Page, within = 'body'): Promise<string[]> =>
  run(
    page,
    `(() => {
      const shown = one => one.width > 1 && one.height > 1
      const found = [...document.querySelectorAll('${within} *')].filter(one => {
        const box = one.getBoundingClientRect()
        if (!shown(box) || getComputedStyle(one).visibility === 'hidden') return false
        for (let at = one.parentElement; at; at = at.parentElement) {
          const { overflowX, textOverflow } = getComputedStyle(at)
          if (overflowX === 'visible') continue
          const edge = at.getBoundingClientRect()
          const cuts = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && shown(edge)
          return cuts && (box.left < edge.left - 1 || box.right > edge.right + 1)
        }
        return box.left < -1 || box.right > document.documentElement.clientWidth + 1
      })
      return JSON.stringify(found.slice(0, 3).map(one => one.outerHTML.slice(0, 200)))
    })()`,
  ).then(text => JSON.parse(String(text)) as string[])

/** Goes through the page by Tab; answers the elements that had the focus where nobody could see it. */
export async function hiddenFocus(page: Page, most = 80): Promise<{ steps: number; hidden: string[] }> {
  const hidden = new Set<string>()
  // From the very beginning of the page, wherever the focus was before.
  await run(
    page,
    `window.walked = new Set(); document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')`,
  )
  for (let steps = 0; steps < most; steps += 1) {
    await page.keyboard.press('Tab')
    const found = (await run(
      page,
      `(() => {
        const one = document.activeElement
        if (!one || one === document.body || window.walked.has(one)) return 'end'
        window.walked.add(one)
        const box = one.getBoundingClientRect()
        const inside = [0.5, 0.1, 0.9].flatMap(x => [0.5, 0.1, 0.9].map(y => [box.left + box.width * x, box.top + box.height * y]))
        const seen = inside.some(([x, y]) => {
          const top = document.elementFromPoint(x, y)
          return top && (one.contains(top) || top.contains(one) || top.closest('label')?.control === one)
        })
        return seen ? '' : one.outerHTML.slice(0, 200)
      })()`,
    )) as string
    if (found === 'end') return { steps, hidden: [...hidden] }
    if (found) hidden.add(found)
  }
  return { steps: most, hidden: [...hidden] }
}

/** Gives the focus to everything that stands still while the page is scrolled; answers what made the page go elsewhere. */
export const jumps = (page: Page): Promise<string[]> =>
  run(
    page,
    `(() => {
      const standsStill = one => {
        for (let at = one; at; at = at.parentElement) {
          const { position, top, bottom } = getComputedStyle(at)
          if (position === 'sticky' && (top !== 'auto' || bottom !== 'auto')) return true
        }
        return false
      }
      const most = document.documentElement.scrollHeight - innerHeight
      const found = new Set()
      for (const y of [most, most / 2, Math.min(most, 40)].map(Math.round))
        for (const one of document.querySelectorAll('a[href], button, input')) {
          if (!standsStill(one)) continue
          scrollTo(0, y)
          const box = one.getBoundingClientRect()
          const isSeen = one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
          if (!isSeen || box.top < 0 || box.bottom > innerHeight) continue
          one.focus()
          if (scrollY !== y) found.add(y + ' -> ' + scrollY + ' ' + one.outerHTML.slice(0, 120))
        }
      document.activeElement?.blur?.()
      return JSON.stringify([...found])
    })()`,
  ).then(text => JSON.parse(String(text)) as string[])

/** Changes the look of an open page as another tab would, without a reload. */
export const wear = (page: Page, change: Record<string, unknown>): Promise<unknown> =>
  run(
    page,
    `(() => {
      const theme = { ...JSON.parse(localStorage.getItem('theme') ?? '{}'), ...${JSON.stringify(change)} }
      localStorage.setItem('theme', JSON.stringify(theme))
      dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: JSON.stringify(theme) }))
      const frame = () => new Promise(requestAnimationFrame)
      const pause = () => new Promise(done => setTimeout(done, 250))
      // On a busy machine the colours begin late to change.
      return frame().then(frame).then(pause).then(() => ${still}).then(frame).then(() => null)
    })()`,
  )

/** Our own words (they stand in brackets in the pseudo-locale): how many are seen, and those that are cut off. */
export const clipped = (page: Page, within = 'body'): Promise<{ seen: number; cut: string[] }> =>
  run(
    page,
    `(() => {
      const ours = [...document.querySelectorAll('${within} *')].filter(one => {
        const words = [...one.childNodes].filter(part => part.nodeType === 3).map(part => part.data).join('')
        const box = one.getBoundingClientRect()
        return /\\[.+\\]/.test(words) && box.width > 1 && box.height > 1 && getComputedStyle(one).visibility !== 'hidden'
      })
      const cut = ours.filter(one => {
        const hides = ['hidden', 'clip'].includes(getComputedStyle(one).overflowX)
        return hides && one.scrollWidth > one.clientWidth + 1
      })
      return JSON.stringify({ seen: ours.length, cut: cut.map(one => one.textContent) })
    })()`,
  ).then(text => JSON.parse(String(text)) as { seen: number; cut: string[] })
