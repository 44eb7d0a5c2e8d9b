import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import { pages } from '#src/app/pages.tsx'
import { apiAs, makePerson, makeRole, PASSWORD, type Api } from '../support/api.ts'
import { go, launch, signIn, withoutWorker } from '../support/browser.ts'

/**
 * Every page in a browser: it opens for the holder of each right that opens it and for nobody else, and whoever may not
 * open it is sent away before anything of it is asked for.
 */
const url = inject('productUrl')
const routes = pages
  .map(({ handle }) => handle)
  .filter(({ path }) => path !== '/access-denied' && !path.startsWith('/dev/'))
const guardedRoutes = routes.filter(({ codes }) => codes.length > 0)

let browser: Browser
let admin: Api
let page: Page
let role: { id: number; version: number }
/** A record that a page's `:id` may stand for. */
let someone: number
const asked: string[] = []

beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  role = await makeRole(admin, 'Only what a test gives', [])
  someone = (await makePerson(url, admin, 'visitor', [role.id])).id
  const context = await browser.newContext(withoutWorker)
  page = await context.newPage()
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    // Who somebody is, what the device keeps and the live connection are the app's, whatever page is open.
    const isOfApp = /^\/api\/(auth\/me|sync\/\w+|live\/ticket)$/.test(pathname)
    if (pathname.startsWith('/api/') && !isOfApp) asked.push(pathname)
  })
  await signIn(page, url, 'visitor', PASSWORD)
})
afterAll(() => browser.close())

/** The person's rights from here on. The open app is told of them. */
async function hold(permissions: readonly string[]) {
  role = await admin.need('PATCH', `/role/${role.id}`, { permissions }, role.version)
  await page.waitForFunction(
    expected => {
      const { permissions } = JSON.parse(localStorage.getItem('sessionUser') ?? '{}') as { permissions: string[] }
      return JSON.stringify(permissions.toSorted()) === expected
    },
    JSON.stringify([...permissions].toSorted()),
  )
  // The open page may be one of those that are not theirs any more: it goes before another one is asked for.
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

const addressOf = (path: string) => path.replace(':id', String(someone))

const where = () => new URL(page.url()).pathname

describe('every page', () => {
  it('is among them', () => expect(guardedRoutes.length).toBeGreaterThan(30))

  it.each(guardedRoutes.map(route => [route.path, route.codes] as const))(
    '%s opens for each right that it names',
    async (path, codes) => {
      for (const code of codes) {
        await hold([code])
        await go(page, addressOf(path))
        expect(where(), code).toBe(addressOf(path))
      }
    },
  )

  it('that names a right sends away whoever lacks it, before anything of it is asked for', async () => {
    const opening = new Set(guardedRoutes.flatMap(({ codes }) => codes))
    await hold(allPermissions.filter(code => !opening.has(code)))
    for (const { path } of guardedRoutes) {
      // What the page before still asks for is not of this one.
      await page.goto(`${url}/theme.js`)
      asked.length = 0
      await page.goto(url + addressOf(path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(where()).toBe('/access-denied')
      expect(asked, path).toEqual([])
    }
  })

  it('that names no right opens for somebody without any', async () => {
    await hold([])
    for (const { path } of routes.filter(({ codes }) => codes.length === 0)) {
      await go(page, addressOf(path))
      expect(where()).toBe(addressOf(path))
    }
  })
})

it('a visitor is sent to sign in from every page, which is remembered, and asks for no data', async () => {
  const context = await browser.newContext(withoutWorker)
  const stranger = await context.newPage()
  const requests: string[] = []
  stranger.on('request', request => {
    const { pathname } = new URL(request.url())
    // Whether strangers may sign up is everybody's to know.
    if (pathname.startsWith('/api/') && pathname !== '/api/auth/door') requests.push(pathname)
  })
  for (const { path } of routes) {
    await stranger.goto(url + addressOf(path))
    await stranger.waitForURL(address => address.pathname === '/sign-in')
    expect(new URL(stranger.url()).searchParams.get('redirectUrl')).toBe(addressOf(path))
  }
  expect(requests).toEqual([])
  await context.close()
})
