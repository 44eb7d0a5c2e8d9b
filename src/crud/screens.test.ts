import { describe, expect, test } from 'vitest'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { screens } from '#src/modules/index.ts'
import { recordPlaces } from './record-places.tsx'
import { ListScreen } from './pages.ts'
import { definePages, pathTo, pathToCopy, pathToForm, type Pages } from './screens.ts'

const modules = Object.values<Pages | null>(screens).filter(pages => pages !== null)
const job = screens.maintenance

describe.each(modules.map(pages => [pages.module.name, pages] as const))('the ways to a new %s', (_, pages) => {
  test('name no record where there is none yet', () => expect(pathTo(pages, 'create') ?? '').not.toContain(':id'))

  test('name no record of another module where one begins as another of its own', () => {
    const line = Object.entries(pages.routes).find(([path]) => path.replace(':id', '7') === pathToCopy(pages, 7))
    expect(line?.[1].record?.name ?? pages.module.name).toBe(pages.module.name)
  })
})

test('a new one for a record of another module begins where the address names that record, or says it behind the page', () => {
  const { newFrom } = recordPlaces(screens)
  expect(newFrom('maintenance', 'order', 5)).toBe('/maintenances/maintenance-create/5')
  expect(newFrom('maintenance', 'customer', 5)).toBe('/maintenances/maintenance-add?customer=5')
})

test('an address whose record is that of another module is no way to a copy', () => {
  expect(pathTo(job, 'create')).toBe('/maintenances/maintenance-add')
  expect(pathToCopy(job, 7)).toBe('/maintenances/maintenance-add?copy=7')
  expect(pathToCopy(screens.product, 7)).toBe('/settings/product-copy/7')
})

test('what is always of another record has no form that begins with nothing', () => {
  const page = ListScreen
  const pages = definePages(maintenance, {
    routes: {
      '/jobs/list': { title: 'maintenance:titles.list', may: 'list', page },
      '/jobs/create/:id': { title: 'maintenance:titles.createFor', may: 'create', page, record: order },
    },
  })
  expect(pathToForm(pages)).toBeUndefined()
  expect(pathToForm(pages, 7)).toBe('/jobs/list?form=7')
  expect(recordPlaces({ maintenance: pages }).hasForm('maintenance')).toBe(false)
})
