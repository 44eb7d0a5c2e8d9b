import { matchPath } from 'react-router-dom'
import { expect, test } from 'vitest'
import { permission } from '#contract/rules.ts'
import { order } from '#contract/modules/sales/order.ts'
import { screens } from '#src/modules/index.ts'
import { codesOf, screensOf, type Pages } from '#src/crud/screens.ts'
import { selectedPages } from '#src/crud/list-work/selected-pages.ts'

const modules = Object.values<Pages | null>(screens).filter(pages => pages !== null)
/** What opens the page of an address, of whatever module that is. */
const codesAt = (address: string) =>
  modules.flatMap(({ module, routes }) =>
    Object.entries(routes).flatMap(([path, { may }]) =>
      matchPath(path, address.split('?')[0]!) ? [codesOf(module, may)] : [],
    ),
  )

test('a pick list and labels of orders are offered to whoever may see parcels, and to nobody else', async () => {
  const orders = await screensOf(screens.order)
  const offered = (...permissions: string[]) =>
    selectedPages(orders, { permissions: new Set(permissions) }).map(({ title }) => title)
  expect(offered(permission(order, 'list'))).toEqual([])
  expect(offered(permission(order, 'list'), permission(order, 'details'))).toEqual([
    'dispatch:titles.pickList',
    'dispatch:screen.selectedLabels',
  ])
})

test('pages about selected records are offered by the right that opens them', async () => {
  for (const pages of modules) {
    const { module, selected = [] } = await screensOf(pages)
    for (const { may, to } of selected) {
      const [codes] = codesAt(to([7]))
      if (codes!.length > 0) expect(codesOf(module, may)).toEqual(codes)
    }
  }
})
