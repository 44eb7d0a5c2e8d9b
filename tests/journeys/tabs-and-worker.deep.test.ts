import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { away, byPagesOnly, controlled, launch, passes, quicken, signIn } from '../support/browser.ts'
import { isKept, openIn } from '../support/queue-in-page.ts'
import { waker } from '../support/waker.ts'

/** One queue, and more than one who could send it: two tabs, a tab that goes, and the service worker. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6)
const me = `tabs${mark}`

type Branch = { id: number; version: number; name: string; hours: string | null }

let browser: Browser
let context: BrowserContext
let admin: Api

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const { id: role } = await makeRole(admin, `Tabs ${mark}`, ['52-a', '52-b', '52-c', '52-d'])
  await makePerson(url, admin, me, [role])
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await signIn(page, url, me, PASSWORD)
  await controlled(page)
  await page.close()
})
afterAll(() => browser?.close())

const makeBranch = (name: string) => admin.need<Branch>('POST', '/dealer-branch', { name: `${name} ${mark}` })
const branch = (id: number) => admin.need<Branch>('GET', `/dealer-branch/${id}`)
async function openForm(page: Page, { id }: Branch) {
  await page.goto(`${url}/dealer-branch/dealer-branch-edit/${id}`)
  await page.getByLabel('Opening hours', { exact: true }).waitFor()
  // The page may have it from the server; without that, only what has come to the device can be opened.
  await expect.poll(() => isKept(page, 'dealerBranch', id)).toBe(true)
}
async function edit(page: Page, branch: Branch, hours: string) {
  await openForm(page, branch)
  await page.getByLabel('Opening hours', { exact: true }).fill(hours)
  await page.keyboard.press('Control+s')
  // A record of which something waits already says the same.
  await page.getByText('Saved on this device').first().waitFor()
  const isInQueue = async () => (await openIn(page)).some(op => op.args.hours === hours)
  await expect.poll(isInQueue).toBe(true)
}

/** A tab that the service worker does not outrun. */
async function sendingTab(): Promise<Page> {
  const page = await context.newPage()
  await byPagesOnly(page)
  return page
}

it('a tab that is closed while it sends: the next one sends again, and it is done once', async () => {
  const made = await makeBranch('Closed')
  const { id } = made
  const page = await sendingTab()
  await openForm(page, made)
  let arrived = false
  // The server does it; its answer meets nobody.
  const comeBack = await away(page, async route => {
    await route.fetch()
    arrived = true
  })
  await edit(page, made, 'before it went')
  await comeBack()
  await expect.poll(() => arrived).toBe(true)
  await page.close()
  expect(await branch(id)).toMatchObject({ hours: 'before it went', version: 2 })

  const next = await sendingTab()
  const resent = next.waitForRequest('**/api/sync/push')
  await next.goto(`${url}/outbox`)
  await resent
  await next.getByText('Everything is sent').waitFor()
  expect(await branch(id)).toMatchObject({ hours: 'before it went', version: 2 })
  await next.close()
})

it('two tabs write to one record and send: one at a time, in the order in which it was said', async () => {
  const made = await makeBranch('Two tabs')
  const { id } = made
  const tabs = [await sendingTab(), await sendingTab()] as const
  for (const tab of tabs) await openForm(tab, made)
  let under = 0
  let most = 0
  let sendings = 0
  const comeBack = await away(context, async route => {
    under += 1
    sendings += 1
    most = Math.max(most, under)
    const answer = await route.fetch()
    await new Promise(resolve => setTimeout(resolve, 300))
    under -= 1
    await route.fulfill({ response: answer })
  })
  await edit(tabs[0], made, 'first')
  await edit(tabs[1], made, 'second')
  await edit(tabs[0], made, 'third')
  expect(await openIn(tabs[1])).toHaveLength(3)
  await comeBack()
  for (const tab of tabs) await expect.poll(() => openIn(tab)).toEqual([])
  await context.unroute('**/api/sync/push')
  expect(await branch(id)).toMatchObject({ hours: 'third', version: 4 })
  expect(sendings).toBeGreaterThan(0)
  expect(most).toBe(1)
  for (const tab of tabs) await tab.close()
})

it('the service worker is woken while a tab sends: it waits and sends nothing, and all is there once, in the order in which it was said', async () => {
  const made = await makeBranch('Woken beside a tab')
  const other = await makeBranch('Beside it')
  const wake = await waker(context, url)
  const tab = await sendingTab()
  for (const one of [made, other]) await openForm(tab, one)
  const sent: string[] = []
  let letGo = () => {}
  const mayGo = new Promise<void>(resolve => (letGo = resolve))
  const comeBack = await away(tab, async route => {
    const { ops } = route.request().postDataJSON() as { ops: { mid: string }[] }
    sent.push(...ops.map(({ mid }) => mid))
    await mayGo
    await route.continue()
  })
  await edit(tab, made, 'first')
  await edit(tab, other, 'beside it')
  await edit(tab, made, 'second')
  // The worker tells the tabs when it has come to its end.
  await tab.evaluate(`(() => {
    window.ended = 0
    new BroadcastChannel('caredesk').addEventListener('message', ({ data }) => (window.ended += data.kind === 'free' ? 1 : 0))
  })()`)
  const ended = () => tab.evaluate(() => Reflect.get(globalThis, 'ended') as number)
  expect(await openIn(tab)).toHaveLength(3)
  await comeBack()
  // An attempt that was begun before the last word was said has only what stood there then.
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  const claimed = await openIn(tab)
  const held = [...sent]
  expect(await ended()).toBe(0)

  await wake(false)
  // It looks every two seconds whether it is its turn.
  await tab.waitForTimeout(5_000)
  expect(await ended()).toBe(0)
  expect(await openIn(tab)).toEqual(claimed)
  expect(sent).toEqual(held)
  for (const one of [made, other]) expect(await branch(one.id)).toEqual(one)

  letGo()
  await expect.poll(() => openIn(tab)).toEqual([])
  await expect.poll(ended).toBe(1)
  expect(sent).toEqual(claimed.map(({ mid }) => mid))
  expect(await branch(made.id)).toMatchObject({ hours: 'second', version: 3 })
  expect(await branch(other.id)).toMatchObject({ hours: 'beside it', version: 2 })
  await tab.close()
})

it('a tab that is closed while the server is slow to answer: the service worker, which it has called by then, sends it', async () => {
  const made = await makeBranch('Slow')
  const wake = await waker(context, url)
  const tab = await context.newPage()
  await tab.addInitScript(`(() => {
    window.asked = []
    SyncManager.prototype.register = async tag => void window.asked.push(tag)
  })()`)
  await openForm(tab, made)
  let isUnderWay = false
  await tab.route('**/api/sync/push', () => void (isUnderWay = true))
  await tab.getByLabel('Opening hours', { exact: true }).fill('slow')
  await tab.keyboard.press('Control+s')
  await expect.poll(() => isUnderWay).toBe(true)
  await expect.poll(() => tab.evaluate(() => Reflect.get(globalThis, 'asked') as string[])).toContain('caredesk-send')
  await wake(false)
  await tab.getByText('Saved on this device').first().waitFor()
  // It has looked whether it is its turn by then.
  await tab.waitForTimeout(5_000)
  expect((await branch(made.id)).hours).toBe(null)
  await tab.close()
  await expect.poll(async () => (await branch(made.id)).hours).toBe('slow')
  expect((await branch(made.id)).version).toBe(2)
})

// From here on the clock of every page of this context is ahead of the worker's.
it('a tab that froze while it sent: another takes its turn, and what the frozen one hears later does no harm', async () => {
  const made = await makeBranch('Frozen')
  const { id } = made
  const frozen = await sendingTab()
  await openForm(frozen, made)
  let onItsWay = false
  let letGo = () => {}
  // One for all: a page that lost the network tries more than once.
  const mayGo = new Promise<void>(resolve => (letGo = resolve))
  const comeBack = await away(frozen, async route => {
    onItsWay = true
    await mayGo
    await route.continue()
  })
  await edit(frozen, made, 'while it froze')
  await comeBack()
  await expect.poll(() => onItsWay).toBe(true)
  const devtools = await context.newCDPSession(frozen)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })

  const other = await sendingTab()
  let sendings = 0
  other.on('request', request => void (sendings += request.url().endsWith('/sync/push') ? 1 : 0))
  await quicken(other)
  await other.goto(`${url}/outbox`)
  await other.locator('[data-op-box]').first().waitFor()
  // While the lock is another's and its last sign of life is young, nobody sends.
  await passes(other, 20_000)
  expect(sendings).toBe(0)
  await expect.poll(async () => (await openIn(other)).length).toBe(0)
  expect(sendings).toBe(1)
  expect(await branch(id)).toMatchObject({ hours: 'while it froze', version: 2 })

  const answered = frozen.waitForResponse('**/api/sync/push')
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  letGo()
  await answered
  // It is looked at, as whatever wakes a tab.
  await frozen.bringToFront()
  await frozen.getByRole('link', { name: 'Up to date' }).waitFor()
  expect(await openIn(frozen)).toEqual([])
  expect(await branch(id)).toMatchObject({ hours: 'while it froze', version: 2 })
  await frozen.close()
  await other.close()
})

it('the browser’s last try finds no server: all is kept, and with every tab closed the next wake sends it', async () => {
  const made = await makeBranch('Asleep')
  const { id } = made
  const sync = await waker(context, url)
  const page = await context.newPage()
  await openForm(page, made)
  await context.setOffline(true)
  await edit(page, made, 'while all slept')
  await sync(true)
  // It asks for the next wake as soon as a page begins.
  await page.addInitScript(`(() => {
    const register = SyncManager.prototype.register
    window.asked = []
    SyncManager.prototype.register = function (tag) {
      window.asked.push(tag)
      return register.call(this, tag)
    }
  })()`)
  await page.reload()
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'asked') as string[])).toContain('caredesk-send')
  // The page tries as well when it begins, and finds no server either.
  await expect.poll(async () => (await openIn(page)).map(({ id, state }) => [id, state])).toEqual([[id, 'pending']])
  expect((await branch(id)).hours).toBe(null)

  await page.close()
  await context.setOffline(false)
  const hoursAfterWake = async () => {
    await sync(false)
    return (await branch(id)).hours
  }
  await expect.poll(hoursAfterWake, { interval: 500 }).toBe('while all slept')
  expect((await branch(id)).version).toBe(2)
})
