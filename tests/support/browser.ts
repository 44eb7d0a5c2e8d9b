import { chromium, type Browser, type BrowserContext, type Page, type Route } from 'playwright-core'
import { pathFor } from './chromium.ts'
import { ADMIN_PASSWORD } from './process.ts'

/** What a page of a test runs lives for seconds: to compile it well would take a fifth of them. */
const shortLived = process.env.VITEST ? ['--js-flags=--no-maglev --no-turbofan'] : []

/**
 * Each new window has Chromium make two pages for what its address bar may suggest, a second of a processor before ours begins.
 * An installed app has no address bar. The others are what Playwright switches off: of two lists the last one counts.
 */
const switchedOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Without anything that looks for the outside world. */
export const launchArguments = [
  ...shortLived,
  `--disable-features=${switchedOff.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A bound for what hangs, not for a machine with much else to do. In ms. */
const PATIENCE = 90_000

/**
 * For what is about neither the network nor the device: to take the app along costs each new browser two seconds of a
 * processor, and each page a third more.
 */
export const withoutWorker = { serviceWorkers: 'block' } as const

const browsers = new Set<Browser>()

let look = async () => {}
/** Is called before a context goes: what stands on its pages can be read for the last time. */
export const beforeContextsClose = (listener: () => Promise<void>) => void (look = listener)

export async function launch(more: readonly string[] = []): Promise<Browser> {
  const path = pathFor(more)
  const browser = await chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: [...launchArguments, ...more],
  })
  browsers.add(browser)
  browser.on('disconnected', () => browsers.delete(browser))
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE)
    context.on('page', noteWays)
    context.on('page', typeAsPeopleDo)
    const close = context.close.bind(context)
    context.close = async reason => {
      await look()
      await close(reason)
    }
    return context
  }
  return browser
}

/** Longer than the silence after which keys do not belong together, in ms. */
const MOMENT = 120

/** A moment passes on the page, as between what somebody typed and what they press next. */
export const aMoment = (page: Page) =>
  page.evaluate(moment => new Promise(resolve => setTimeout(resolve, moment)), MOMENT)

/**
 * Keys without any time between them are a scan, and what follows a scan at once presses and triggers nothing. A person takes
 * a moment before the next key; a scan gun is typed with a `delay` of its own.
 */
function typeAsPeopleDo({ keyboard }: Page): void {
  const type = keyboard.type.bind(keyboard)
  keyboard.type = (text, options = { delay: 40 }) => type(text, options)
}

/** When a page was loaded, or what it said of it, last. */
const ways = new WeakMap<Page, string[]>()

function noteWays(page: Page): void {
  const note = (what: string) => {
    const at = new Date().toISOString().slice(11, 23)
    ways.set(page, [...(ways.get(page) ?? []), `${at} ${what}`].slice(-5))
  }
  page.on('domcontentloaded', () => note(`loaded ${page.url()}`))
  page.on('crash', () => note('crashed'))
  page.on('response', answer => answer.status() >= 400 && note(`${answer.status()} ${answer.url()}`))
  page.on('console', message => message.type() === 'warning' && note(message.text().slice(0, 200)))
}

/** What stands on every open page, in a few lines each: how it got there, what has the focus, and what lies on top of it. */
export async function whatStands(): Promise<string> {
  const pages = [...browsers].flatMap(browser => browser.contexts().flatMap(context => context.pages()))
  const told = pages.map(async page => {
    const stands = await Promise.race([drawn(page), silence()])
    return [page.url(), ...(ways.get(page) ?? []), stands].join('\n')
  })
  return (await Promise.all(told)).join('\n\n')
}

/** A page that hangs, as in the middle of a navigation, answers nothing at all. */
const silence = () =>
  new Promise<string>(resolve => void setTimeout(() => resolve('(the page does not answer)'), 15_000).unref())

const LINES = 20
async function drawn(page: Page): Promise<string> {
  const parts: string[] = []
  for (const part of [
    '[role=alert]',
    '[role=menu]',
    '[role=dialog]',
    '[role=alertdialog]',
    'header:not(main header)',
    'main',
  ])
    for (const one of await page
      .locator(part)
      .all()
      .catch(() => []))
      parts.push(await one.ariaSnapshot({ timeout: 2_000 }).catch(String))
  return parts.map(part => part.split('\n').slice(0, LINES).join('\n')).join('\n')
}

/** What the browser itself writes where an answer did not come; the last of them stands for a service worker's script. */
const OF_THE_NETWORK = /Failed to load resource|net::ERR_|^An unknown error occurred when fetching the script\.$/

/** What a page complained about: uncaught errors, failed scripts, breaches of the content security policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(`error: ${error.message}`))
  page.on('console', message => {
    if (message.type() !== 'error' || OF_THE_NETWORK.test(message.text())) return
    const at = complaints.push(`console: ${message.text()}`) - 1
    // The text of an error is no more than the name of its class where it has no stack, and the bundle has shortened that.
    const named = message.args().map(arg => arg.evaluate(value => (value instanceof Error ? String(value) : '')))
    void Promise.all(named).then(
      names => void (complaints[at] += ` ${names.join(' ')} (${message.location().url})`),
      () => {},
    )
  })
  return complaints
}

export async function signIn(page: Page, url: string, username = 'admin', password = ADMIN_PASSWORD) {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/home$/)
}

/** What a browser holds of a session alone: what it notes of its store would tell another one that it has lost one. */
export async function sessionOf(context: BrowserContext, url: string) {
  const { origins } = await context.storageState()
  const names = ['token', 'sessionUser', 'signedIn']
  const own = origins.filter(({ origin }) => origin === url)
  return {
    cookies: [],
    origins: own.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.filter(({ name }) => names.includes(name)),
    })),
  }
}

/** Goes to another page of the open app, as the way back does: nothing is loaded anew. Waits until that page has its title. */
export async function go(page: Page, path: string) {
  if (new URL(page.url()).pathname === path) return
  await page.evaluate(to => {
    document.querySelector('main h1')?.setAttribute('data-left', document.title)
    history.pushState({ idx: ((history.state as { idx?: number } | null)?.idx ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
  // Where two pages have one kind of screen, it is the title that tells them apart.
  await page.waitForFunction(() => {
    const left = document.querySelector('main h1')?.getAttribute('data-left')
    return left !== undefined && (left === null || left !== document.title)
  })
}

/** Says of this device that several people use it. Where the page is left before that is written, it is not said. */
export async function share(page: Page, url: string) {
  await page.goto(`${url}/profile`)
  const isShared = { name: 'Several people use this device' }
  await page.getByRole('switch', isShared).click()
  await page.getByRole('switch', { ...isShared, checked: true }).waitFor()
}

/** Waits until the service worker controls the page, so that the next load can do without a network. */
export const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 120_000 })

/**
 * From the next page on, only pages send: the browser does not wake the service worker, whose requests no route sees and
 * which is sometimes the first.
 */
export const byPagesOnly = (pages: Page | BrowserContext) =>
  pages.addInitScript('SyncManager.prototype.register = () => Promise.resolve()')

/**
 * Takes these pages' network away, and answers how to give it back: from then on `meet` has each envelope that they send.
 * It stands in the way from the beginning: an envelope that was begun without a network may take so long to fail that there
 * is one again.
 */
export async function away(pages: Page | BrowserContext, meet: (route: Route) => Promise<void>) {
  const context = 'context' in pages ? pages.context() : pages
  let isAway = true
  await pages.route('**/api/sync/push', route => (isAway ? route.abort('internetdisconnected') : meet(route)))
  await context.setOffline(true)
  return async () => {
    isAway = false
    await context.setOffline(false)
  }
}

/** Takes the turn to send: what is on its way, if only for a moment, cannot be taken back. Answers how to give it back, within 30 s. */
export async function holdSending(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const kept = (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .find(name => name.startsWith('caredesk-u-'))!
    const turn = `send:${kept.replace('caredesk-u-', '')}`
    await new Promise<void>(held => {
      const hold = () => new Promise<void>(letGo => (Object.assign(globalThis, { letGo }), held()))
      navigator.locks.request(turn, hold).catch(() => undefined)
    })
  })
  return () => page.evaluate(() => (Reflect.get(globalThis, 'letGo') as () => void)())
}

/** How much sooner time goes by in a page that is made quick: what may take a minute there may take twelve seconds here. */
const QUICKER = 5
/**
 * Makes the time of this page go by quicker, from its next load on. The clock that Playwright moves is that of all pages of a
 * browser, and those that live already would forget what they wait for.
 */
export const quicken = (page: Page) =>
  page.addInitScript(times => {
    const since = Date.now()
    const [now, monotonic, later, often] = [Date.now, performance.now.bind(performance), setTimeout, setInterval]
    Date.now = () => since + (now() - since) * times
    performance.now = () => monotonic() * times
    window.setTimeout = ((run: () => void, ms = 0) => later(run, ms / times)) as typeof setTimeout
    window.setInterval = ((run: () => void, ms = 0) => often(run, ms / times)) as typeof setInterval
  }, QUICKER)
/** Until so many ms have gone by in a page that was made quick. */
export const passes = (page: Page, ms: number) => page.waitForTimeout(ms / QUICKER)

/** Waits until the device says that it has what its person needs away from the network. It looks when a page opens. */
export async function readyForOffline(page: Page, url: string): Promise<void> {
  await controlled(page)
  const ready = page.getByRole('button', { name: 'Ready for offline' })
  const isReady = () =>
    ready.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  do await page.goto(`${url}/home`)
  while (!(await isReady()))
}
