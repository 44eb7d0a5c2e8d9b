import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import { apiAs } from '../support/api.ts'
import { go, launch, withoutWorker } from '../support/browser.ts'
import { guardedRoutes, routes, visitorIn, type Visitor } from '../support/rights-in-browser.ts'

/**
 * Every page in a browser: it opens for whoever holds a right that it names and for nobody else, and whoever may not open it
 * is sent away before anything of it is asked for.
 */
const url = inject('productUrl')
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  browser = await launch()
  visitor = await visitorIn(await browser.newContext(withoutWorker), url, await apiAs(url), 'visitor')
})
afterAll(() => browser.close())

const opening = [...new Set(guardedRoutes.flatMap(({ codes }) => codes))]
/** What may be done with a module: the same letter stands for it in each. */
const deedOf = (code: string) => code.split('-')[1]!

describe('every page', () => {
  it('is among them', () => expect(guardedRoutes.length).toBeGreaterThan(30))

  it.each([...new Set(opening.map(deedOf))])(
    'opens for whoever may do %s in each module, and only where that is what it names',
    async deed => {
      const { page, hold, addressOf, where } = visitor
      await hold(opening.filter(code => deedOf(code) === deed))
      const isNamed = (codes: readonly string[]) => codes.some(code => deedOf(code) === deed)
      for (const { path } of guardedRoutes.filter(({ codes }) => isNamed(codes))) {
        await go(page, addressOf(path))
        expect(where(), path).toBe(addressOf(path))
      }
      const other = guardedRoutes.find(({ codes }) => !isNamed(codes))!
      await go(page, addressOf(other.path))
      expect(where(), other.path).toBe('/access-denied')
    },
  )

  it('that names a right sends away whoever lacks it, before anything of it is asked for', async () => {
    const { page, hold, addressOf, where, asked } = visitor
    await hold(allPermissions.filter(code => !opening.includes(code)))
    await page.goto(`${url}/access-denied`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    asked.length = 0
    for (const { path } of guardedRoutes) {
      await go(page, addressOf(path))
      expect(where(), path).toBe('/access-denied')
      expect(asked, path).toEqual([])
    }
  })

  it('that names no right opens for somebody without any', async () => {
    const { page, hold, addressOf, where } = visitor
    await hold([])
    for (const { path } of routes.filter(({ codes }) => codes.length === 0)) {
      await go(page, addressOf(path))
      expect(where()).toBe(addressOf(path))
    }
  })
})

it('a visitor is sent to sign in from every page, which is remembered, and asks for no data', async () => {
  const context = await browser.newContext(withoutWorker)
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    // Whether strangers may sign up is everybody's to know.
    if (pathname.startsWith('/api/') && pathname !== '/api/auth/door') requests.push(pathname)
  })
  const addresses = routes.map(({ path }) => visitor.addressOf(path))
  const remembers = (address: string) =>
    page.waitForURL(
      ({ pathname, searchParams }) => pathname === '/sign-in' && searchParams.get('redirectUrl') === address,
    )
  await page.goto(url + addresses[0]!)
  for (const address of addresses) {
    await page.evaluate(to => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, address)
    await remembers(address)
  }
  expect(requests).toEqual([])
  await context.close()
})
