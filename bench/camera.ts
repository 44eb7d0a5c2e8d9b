import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { go, launch } from '../tests/support/browser.ts'
import { seenOn, tablet, watchCamera, type Seen } from '../tests/support/camera.ts'
import { codeOf, film, flashing, fromTheSide, scene, seeing } from '../tests/support/clips.ts'
import { median, type Line } from './report.ts'
import { signedIn } from './signed-in.ts'

const RUNS = 10
const LOOKS = 5_000

/** The same camera in a page that shows it and does nothing else. */
const BARE = `<!doctype html><title>bare</title><video playsinline muted autoplay></video><script>
  window.frames_ = { began: performance.now(), first: 0, count: 0 }
  const video = document.querySelector('video')
  const next = () => video.requestVideoFrameCallback(() => {
    frames_.first ||= performance.now() - frames_.began
    frames_.count += 1
    next()
  })
  navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, height: { ideal: 720 } } })
    .then(stream => { video.srcObject = stream; next() })</script>`

const middle = async (text: string) => [{ picture: await codeOf(text, 360), left: 460, top: 180 }]

/** A browser with this film before its camera: the scanner in one window, the bare page in another. */
async function before<T>(
  film: string,
  { browser, url, bareUrl }: { browser: Browser; url: string; bareUrl: string },
  run: (context: BrowserContext, bare: BrowserContext) => Promise<T>,
): Promise<T> {
  const own = await launch(seeing(film))
  try {
    const context = await own.newContext({ ...tablet, storageState: await signedIn(browser, url) })
    await watchCamera(context)
    const bare = await own.newContext(tablet)
    await bare.route(`${bareUrl}/camera`, route => route.fulfill({ contentType: 'text/html', body: BARE }))
    return await run(context, bare)
  } finally {
    await own.close()
  }
}

async function firstCode(page: Page, url: string) {
  await page.goto(`${url}/home`)
  const tapped = await page.evaluate(() => performance.now())
  await go(page, '/scanner')
  await page.waitForFunction(() => (Reflect.get(globalThis, 'seenByCamera') as Seen).codes.length > 0)
  const { codes, openedAt } = await seenOn(page)
  return { tap: codes[0]!.at - tapped, open: codes[0]!.at - openedAt }
}

async function firstFrame(page: Page, bareUrl: string): Promise<number> {
  await page.goto(`${bareUrl}/camera`)
  await page.waitForFunction('window.frames_.first > 0')
  return page.evaluate<number>('window.frames_.first')
}

const worst = (values: number[]) => Math.max(...values)

/** How often a page does it, in a second. */
async function rate(page: Page, counted: string): Promise<number> {
  const look = () => page.evaluate<[number, number]>(`[performance.now(), ${counted}]`)
  const from = await look()
  await page.waitForTimeout(LOOKS)
  const to = await look()
  return ((to[1] - from[1]) * 1_000) / (to[0] - from[0])
}

/** Codes before the camera of the scanner, beside a page that only shows what the camera sees. */
export async function camera(browser: Browser, url: string, bareUrl: string): Promise<Line[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'caredesk-films-'))
  const at = { browser, url, bareUrl }
  const filmOf = (name: string, pictures: Buffer[]) => film(join(scratch, `${name}.mjpeg`), pictures)
  const lines: Line[] = []
  try {
    const films = {
      easy: await scene(await middle('EASY')),
      'from the side, dim': await fromTheSide(await codeOf('SIDE', 420)),
      'out of focus': await scene(await middle('BLURRED'), { blur: 6 }),
    }
    for (const [name, picture] of Object.entries(films))
      await before(await filmOf(name, [picture, picture]), at, async (context, bare) => {
        const [page, barePage] = [await context.newPage(), await bare.newPage()]
        const found: { tap: number; open: number }[] = []
        const shown: number[] = []
        for (let run = 0; run < RUNS; run += 1) {
          found.push(await firstCode(page, url))
          shown.push(await firstFrame(barePage, bareUrl))
          await barePage.goto('about:blank')
        }
        const [taps, opens] = [found.map(({ tap }) => tap), found.map(({ open }) => open)]
        const line = (what: string, values: number[], of: (values: number[]) => number, atMost: number): Line => ({
          name: `camera, ${name}: ${what}`,
          ours: of(values),
          limit: values === taps ? of(shown) : null,
          unit: 'ms',
          goal: { of: 'ours', atMost },
        })
        lines.push(
          line('tap to first code, median', taps, median, 600),
          line('tap to first code, the slowest of ten', taps, worst, 1_200),
        )
        lines.push(line('camera open to first code, median', opens, median, 250))
        lines.push(line('camera open to first code, the slowest of ten', opens, worst, 600))
      })
    lines.push(...(await looking(await filmOf('empty', [await scene([], { noise: 12 })]), at)))
    lines.push(await glimpses(filmOf, at))
    return lines
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** How often it looks where there is nothing to find, and what that costs the page. */
const looking = (path: string, at: Parameters<typeof before>[1]) =>
  before(path, at, async (context, bare): Promise<Line[]> => {
    const [page, barePage] = [await context.newPage(), await bare.newPage()]
    await page.goto(`${at.url}/scanner`)
    await page.waitForFunction(() => (Reflect.get(globalThis, 'seenByCamera') as Seen).tries > 5)
    const ours = await rate(page, 'window.seenByCamera.tries')
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const from = await seenOn(page)
    await page.waitForTimeout(LOOKS)
    const to = await seenOn(page)
    await page.close()
    await firstFrame(barePage, at.bareUrl)
    const limit = await rate(barePage, 'window.frames_.count')
    return [
      {
        name: 'camera: looks a second (limit: pictures shown)',
        ours,
        limit,
        unit: '/s',
        goal: { of: 'ours', atLeast: 15 },
      },
      {
        name: 'camera: main thread for a picture, CPU 4x',
        ours: (to.spent - from.spent) / (to.tries - from.tries),
        limit: null,
        unit: 'ms',
        goal: { of: 'ours', atMost: 2 },
      },
    ]
  })

/** Six codes, each shown for a fifth of a second every one and a half. */
async function glimpses(
  filmOf: (name: string, pictures: Buffer[]) => Promise<string>,
  at: Parameters<typeof before>[1],
) {
  const { pictures, lasts } = await flashing(Array.from({ length: 6 }, (_, one) => `GLIMPSE-${one}`))
  return before(await filmOf('glimpses', pictures), at, async (context): Promise<Line> => {
    const page = await context.newPage()
    await page.goto(`${at.url}/scanner`)
    // The film begins when the camera opens.
    await page.waitForFunction(() => (Reflect.get(globalThis, 'seenByCamera') as Seen).openedAt > 0)
    await page.waitForTimeout(lasts)
    const { codes } = await seenOn(page)
    const caught = new Set(codes.map(({ text }) => text)).size
    return {
      name: 'camera: of six codes shown for 0.2 s',
      ours: caught,
      limit: null,
      unit: '',
      goal: { of: 'ours', atLeast: 5 },
    }
  })
}
