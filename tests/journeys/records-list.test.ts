import { Client } from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { complaintsOf, launch, signIn, withoutWorker } from '../support/browser.ts'
import { ADMIN_PASSWORD, startProduct, type Product } from '../support/process.ts'

const MANY = 100_000
const FIRST = 9_000_000_000
const LIST = '/customers/customer-list'

let product: Product
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

/** Names in the order of their numbers: whoever stands at place n is known without asking. */
const nameOf = (place: number) => `Customer ${String(place).padStart(6, '0')}`

/** A hundred thousand in one statement; what watches single writes and finds words is not what is looked at here. */
async function fill(dataDir: string) {
  const client = new Client({ host: `${dataDir}/postgres`, user: 'caredesk', database: 'caredesk' })
  await client.connect()
  await client.query('begin')
  await client.query('alter table customer disable trigger user')
  await client.query('drop index if exists customer_search')
  await client.query(
    `insert into customer (id, created_by, updated_by, name, phones, balance)
     select ${FIRST} + n, 1, 1, 'Customer ' || lpad((n - 1)::text, 6, '0'), '[]', (n * 137) % 90000 from generate_series(1, ${MANY}) n`,
  )
  await client.query('alter table customer enable trigger user')
  // Somebody else with the same rights: what one writes oneself is not news.
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = 'app_user' and is_generated = 'NEVER' and column_name not in ('id', 'username', 'email')`,
  )
  await client.query(
    `insert into app_user (id, username, email, ${rows[0]!.columns})
     select ${FIRST} - 1, 'colleague', 'colleague@desk.example', ${rows[0]!.columns} from app_user where username = 'admin'`,
  )
  await client.query(
    `insert into user_password (user_id, hash)
     select ${FIRST} - 1, hash from user_password where user_id = (select id from app_user where username = 'admin')`,
  )
  await client.query('commit')
  await client.query('analyze customer')
  await client.end()
}

/** Somebody else at another desk. */
async function colleague() {
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${product.url}/api${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        'idempotency-key': crypto.randomUUID(),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(answer.status, `${method} ${path}`).toBeLessThan(300)
    return (await answer.json()) as { token: string; id: number; version: number }
  }
  const { token } = await ask('POST', '/auth/sign-in', { username: 'colleague', password: ADMIN_PASSWORD })
  const authorization = `Bearer ${token}`
  const versionOf = async (id: number) => {
    const { version } = await ask('GET', `/customer/${id}`, undefined, { authorization })
    return { authorization, 'if-match': String(version) }
  }
  return {
    create: (name: string) =>
      ask('POST', '/customer', { name, phones: [{ number: '+919820000100' }] }, { authorization }),
    change: async (id: number, changes: object) => ask('PATCH', `/customer/${id}`, changes, await versionOf(id)),
    archive: async (id: number) => ask('DELETE', `/customer/${id}`, undefined, await versionOf(id)),
  }
}

beforeAll(async () => {
  const [started, launched] = await Promise.all([startProduct(), launch()])
  product = started
  browser = launched
  await fill(product.dataDir)
  const first = await browser.newContext({ ...withoutWorker, viewport: { width: 1280, height: 800 } })
  await signIn(await first.newPage(), product.url)
  context = first
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})
beforeEach(async () => {
  page = await context.newPage()
  complaints = complaintsOf(page)
})
afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

/** What a person would wait for, on a machine with much else to do. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 90_000 })
const grid = () => page.getByRole('grid', { name: 'Customers' })
const rowAt = (index: number) => grid().locator(`[data-index="${index}"]`)
const cellAt = (index: number, column = 0) => rowAt(index).locator(`[data-col="${column}"]`)
const heads = () => grid().locator('[data-head]')
/** The row and its name that the keyboard is on. */
const focused = () =>
  page.evaluate(() => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]')
    return row
      ? { index: Number(row.dataset.index), name: row.querySelector('[data-col="0"]')?.textContent ?? '' }
      : null
  })
const open = async (search = '') => {
  await page.goto(product.url + LIST + search)
  await cellAt(0).waitFor()
}
/** Goes down with the keys; every row on the way has to be the one that stands there. */
async function goDown(to: number) {
  for (let at = (await focused())?.index ?? 0; at < to;) {
    // At the end of what has come, the key is pressed again.
    await soon(async () => {
      await page.keyboard.press('PageDown')
      return (await focused())?.index
    }).toBeGreaterThan(at)
    await soon(async () => (await focused())?.name).toMatch(/^Customer/)
    at = (await focused())!.index
  }
}

test('focus, selection and order of 100,000 rows stand still while somebody else writes; what is new comes when asked for', async () => {
  const other = await colleague()
  await open()
  await cellAt(0).focus()
  await page.keyboard.press('Space')
  await goDown(200)
  const here = (await focused())!
  expect(here.name).toBe(nameOf(here.index))
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+ArrowUp')
  await soon(focused).toEqual({ index: 0, name: nameOf(0) })
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_000)

  await page.keyboard.press('ArrowDown')
  await other.create('Customer 000000 and a half')
  await other.change(FIRST + 4, { name: 'Zuletzt' })
  await other.archive(FIRST + 6)
  await other.change(FIRST + 2, { taxId: 'GST 4711' })

  // Each in its old place: the changed one with its new name, the archived one marked.
  await soon(() => rowAt(3).textContent()).toContain('Zuletzt')
  await soon(() => rowAt(5).textContent()).toContain('No longer in this list')
  await soon(() => page.getByRole('button', { name: '1 new – show' }).count()).toBe(1)
  expect(await focused()).toEqual({ index: 1, name: nameOf(1) })
  expect(await cellAt(4).textContent()).toBe(nameOf(4))
  expect(await rowAt(0).getAttribute('aria-selected')).toBe('true')

  await page.getByRole('button', { name: '1 new – show' }).click()
  await soon(() => cellAt(1).textContent()).toBe('Customer 000000 and a half')
  // The row of before is still the one that Tab comes to, one place further down; the same ones are selected.
  await soon(() => cellAt(2).getAttribute('tabindex')).toBe('0')
  expect(await rowAt(0).getAttribute('aria-selected')).toBe('true')
  expect(await rowAt(1).getAttribute('aria-selected')).toBe('false')
  await soon(() => cellAt(4).textContent()).toBe(nameOf(4))
  await soon(() => page.getByText('4 selected').count()).toBe(1)
})

test('Back and a reload show the same rows at the same place, with the focus on the row one came from', async () => {
  await open('?sort=name')
  await cellAt(0).focus()
  await goDown(150)
  const here = (await focused())!
  const top = await page.evaluate(() => document.activeElement!.getBoundingClientRect().top)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: here.name }).waitFor()
  expect(await page.evaluate(() => (history.state as { usr: unknown }).usr)).toEqual({
    list: { module: 'customer', search: '?sort=name' },
  })
  /** The row, and how far it is from where it was in the window. */
  const there = async () => {
    const now = await page.evaluate(() => document.activeElement!.getBoundingClientRect().top)
    return { ...(await focused()), off: Math.abs(now - top) < 8 ? 0 : now - top }
  }
  await page.goBack()
  await soon(there).toEqual({ ...here, off: 0 })
  await page.getByRole('button', { name: 'Export' }).waitFor()
  await page.reload()
  await soon(there).toEqual({ ...here, off: 0 })
  expect(await cellAt(here.index + 1).textContent()).not.toBe('')
})

test('search, filters and a second sort stand in the address: another tab shows the same rows, and chips take them away', async () => {
  await open('?filter[balance]=1000..2000&sort=-balance,-name')
  await soon(() => page.getByRole('search').getByText('₹10 – ₹20').count()).toBe(1)
  expect(page.url()).toContain('sort=-balance,-name')
  const shown = () => grid().locator('[data-index] [data-col="0"]').allTextContents()
  const before = (await shown()).slice(0, 10)
  const tab = await context.newPage()
  await tab.goto(page.url())
  await tab.locator('[data-index="9"] [data-col="0"]').waitFor()
  expect((await tab.locator('[data-index] [data-col="0"]').allTextContents()).slice(0, 10)).toEqual(before)
  await tab.close()

  await heads().filter({ hasText: 'Name' }).click()
  await soon(() => heads().filter({ hasText: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  await heads().filter({ hasText: 'Name' }).click()
  await soon(() => heads().filter({ hasText: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  await heads().filter({ hasText: 'Name' }).click()
  await soon(() => heads().filter({ hasText: 'Name' }).getAttribute('aria-sort')).toBeNull()
  await page.getByRole('button', { name: 'Remove Balance' }).click()
  await soon(() => new URL(page.url()).search).toBe('')
  await page.goBack()
  await soon(() => decodeURIComponent(new URL(page.url()).search)).toContain('filter[balance]=1000..2000')
})

test('columns are sized, moved and hidden with the keys, kept in a view that another device finds, and given up again', async () => {
  await open()
  const head = (name: string) => heads().filter({ hasText: name })
  const widthOf = async (name: string) => (await head(name).boundingBox())!.width
  await head('Phones').focus()
  const before = await widthOf('Phones')
  await page.keyboard.press('Shift+ArrowRight')
  await soon(() => widthOf('Phones')).toBeGreaterThan(before + 8)
  await page.keyboard.press('Control+ArrowRight')
  await soon(async () => (await heads().allTextContents()).indexOf('Phones')).toBe(2)
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByLabel('Name', { exact: true }).fill('By phone')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await soon(() => page.getByRole('link', { name: 'By phone' }).getAttribute('aria-current')).toBe('page')

  const elsewhere = await browser.newContext({
    ...withoutWorker,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const device = await elsewhere.newPage()
  await signIn(device, product.url)
  await device.goto(product.url + LIST)
  await device.getByRole('link', { name: 'By phone' }).click()
  await device.locator('[data-index="3"]').waitFor()
  // As cards: nothing to scroll sideways, and all that is pressed is large enough for a finger.
  await device.setViewportSize({ width: 320, height: 700 })
  await soon(() => device.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const box = (await device.locator('[data-index="3"] [data-check]').boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  await device.locator('[data-index="3"] [data-check]').tap()
  await soon(() => device.locator('[data-index="3"]').getAttribute('aria-selected')).toBe('true')
  await elsewhere.close()

  await page.getByRole('button', { name: 'View By phone' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await soon(() => page.getByRole('link', { name: 'By phone' }).count()).toBe(0)
})

test('no match, nothing that may be asked, and no connection are three different answers, each with a next step', async () => {
  await open()
  await page.getByRole('searchbox').fill('nobody at all')
  await page.getByText('No customers match').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await cellAt(0).waitFor()
  await page.goto(`${product.url + LIST}?filter[balance]=lots`)
  await page.getByText('Customers could not be loaded').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await cellAt(0).waitFor()
  // Without a connection nothing is known of what this device does not hold.
  await context.setOffline(true)
  await page.getByRole('searchbox').fill('nobody at all')
  await page.getByText('Customers are not on this device').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  // Whoever does not press it hears as well, as soon as the server answers anything.
  await context.setOffline(false)
  await page.getByText('No customers match').waitFor()
})
