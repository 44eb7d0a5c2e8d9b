import { expect, it } from 'vitest'
import { moduleTexts, type ClientRoute } from '../../scripts/module-texts.ts'

const client: ClientRoute[] = [
  { path: '/barter/barter-list', title: 'Barters', codes: ['35-a', '35-f'], color: 'yellow' },
  { path: '/barter/barter-create/:id', title: 'New barter', codes: ['35-b'], record: 'sales_order' },
  { path: '/barter/barter-edit/:id', title: 'Edit barter', codes: ['35-c'], record: 'barter' },
  { path: '/barter/barter-undo/:id', title: 'Undo barter', codes: ['35-c'], record: 'barter' },
]
const textsOf = (routes: ClientRoute[]) =>
  moduleTexts({ desk: 'after-sales', name: 'barter', code: 35 }, routes, other => `sales/${other}`)

it('gives a new module the addresses, titles and rights that the client wrote down for its number', () => {
  const { taken, declaration, pages, words } = textsOf(client)
  // What no generic page fits is left for a person.
  expect(taken).toEqual(client.slice(0, 3).map(({ path }) => path))
  for (const { path } of client) expect(pages.includes(`'${path}'`), path).toBe(taken.includes(path))
  expect(words.titles).toEqual({ list: 'Barters', create: 'New barter', edit: 'Edit barter' })
  expect(declaration).toContain(`colour: 'yellow'`)
  expect(declaration).toContain('wide: ["list"]')
})

it('begins a new one with the record that its address names', () => {
  const { declaration, pages, createPage, contents, words } = textsOf(client)
  expect(declaration).toContain(`salesOrder: reference('salesOrder')`)
  expect(pages).toContain(`from '#contract/modules/sales/salesOrder.ts'`)
  expect(pages).toContain('page: lazyPage(')
  expect(createPage).toContain('from={{ salesOrder: id }}')
  expect(contents).toContain(`'salesOrder'`)
  expect(words.fields).toMatchObject({ salesOrder: 'Sales order' })
})

it('gives a module that the client has no page for addresses of our own', () => {
  const { taken, pages, createPage } = textsOf([])
  expect([taken, createPage]).toEqual([[], null])
  for (const page of ['list', 'create', 'edit/:id', 'details/:id']) expect(pages).toContain(`'/barter/barter-${page}'`)
})
