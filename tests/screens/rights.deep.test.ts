import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import { apiAs } from '../support/api.ts'
import { go, launch, withoutWorker } from '../support/browser.ts'
import { guardedRoutes, visitorIn, type Visitor } from '../support/rights-in-browser.ts'

/** Every page with one right and no other, and loaded cold by whoever lacks its right. */
const url = inject('productUrl')
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  browser = await launch()
  visitor = await visitorIn(await browser.newContext(withoutWorker), url, await apiAs(url), 'alone')
})
afterAll(() => browser.close())

describe('every page', () => {
  it.each(guardedRoutes.map(route => [route.path, route.codes] as const))(
    '%s opens for each right that it names, alone',
    async (path, codes) => {
      const { page, hold, addressOf, where } = visitor
      for (const code of codes) {
        await hold([code])
        await go(page, addressOf(path))
        expect(where(), code).toBe(addressOf(path))
      }
    },
  )

  it('that names a right is loaded for nobody who lacks it: nothing of it is asked for', async () => {
    const { page, hold, addressOf, where, asked } = visitor
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
})
