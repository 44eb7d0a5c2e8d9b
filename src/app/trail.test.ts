import { expect, it } from 'vitest'
import { trailTo } from './trail.ts'

const handle = (path: string) => ({ path, title: `shell:${path}` as const, codes: [] })
const all = [
  '/home',
  '/settings',
  '/settings/product-list',
  '/settings/product-edit/:id',
  '/settings/source-list',
  '/orders/orders-list',
  '/orders/orders-edit/:id',
  '/maintenances/maintenances-list',
  '/maintenances/maintenance-edit/:id',
  '/access-denied',
].map(handle)

it.each([
  ['/home', ['/home']],
  ['/orders/orders-list', ['/home', '/orders/orders-list']],
  ['/orders/orders-edit/:id', ['/home', '/orders/orders-list', '/orders/orders-edit/:id']],
  [
    '/maintenances/maintenance-edit/:id',
    ['/home', '/maintenances/maintenances-list', '/maintenances/maintenance-edit/:id'],
  ],
  ['/settings', ['/home', '/settings']],
  ['/settings/source-list', ['/home', '/settings', '/settings/source-list']],
  ['/settings/product-edit/:id', ['/home', '/settings', '/settings/product-list', '/settings/product-edit/:id']],
  ['/access-denied', ['/home', '/access-denied']],
])('the way to %s', (path, trail) => {
  expect(trailTo(handle(path), all).map(step => step.path)).toEqual(trail)
})
