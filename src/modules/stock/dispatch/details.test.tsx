import { screen, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields } from '#contract/module.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { dispatchContents } from '../dispatch-contents.ts'
import { dispatchPages } from '../dispatch.ts'
import { DispatchDetails } from './details-page.tsx'

const screens = { ...dispatchPages, ...dispatchContents }

/** Above every id that a test of another file takes. */
let userId = 18_600
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'dispatch', 'order', 'maintenance', 'problems', 'keys', 'lists'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  const none = Object.fromEntries(Object.keys(allFields(dispatch)).map(name => [name, null]))
  const parcel = { ...none, direction: 'out', stage: 'draft', items: [], parcels: [], events: [] }
  server.write('dispatch', 41, { ...parcel, number: 'DSP-2026-41', maintenance: 7 })
  server.write('dispatch', 42, { ...parcel, number: 'DSP-2026-42', order: 8 })
  for (const id of [41, 42]) server.state.routes[`GET /dispatch/${id}`] = () => server.rows.get(id)!.row
  for (const name of ['order', 'maintenance']) server.state.routes[`GET /${name}/pick`] = () => ({ rows: [] })
})

async function show(id: number, permissions: string[], search = '') {
  await begin({ userId, permissions })
  const element = <DispatchDetails screens={screens} title="dispatch:titles.details" />
  const router = createMemoryRouter([{ path: '/parcel/:id', element }], { initialEntries: [`/parcel/${id}${search}`] })
  return showAtWork(userId, router)
}
async function open(id: number, permissions: string[]) {
  const person = await show(id, permissions)
  await person.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Copy link' })
}
const deeds = () =>
  ['button', 'menuitem', 'link'].flatMap(role => screen.queryAllByRole(role).map(one => one.textContent))

test('whoever dispatches jobs alone is offered nothing on the parcel of an order', async () => {
  await open(42, ['40-d', '40-e'])
  for (const name of ['Packed', 'Edit', 'Cancel', 'Archive']) expect(deeds()).not.toContain(name)
})

test('a form that is opened all the same says why nothing of it is saved', async () => {
  await show(42, ['40-d', '40-e'], '?form=42')
  const form = within(await screen.findByRole('dialog'))
  expect(await form.findByText('Your role does not allow this.')).toBeTruthy()
  expect(form.getByRole('button', { name: /^Save/ })).toHaveProperty('disabled', true)
})

test.each([
  [41, ['40-d', '40-e']],
  [42, ['20-d', '20-e']],
  [42, ['202-c', '202-d', '202-e']],
])('whoever dispatches what parcel %s is for may do with it what its stage allows', async (id, permissions) => {
  await open(id, permissions)
  for (const name of ['Packed', 'Edit', 'Archive']) expect(deeds()).toContain(name)
})

test('how far it is stands across its page', async () => {
  await open(42, ['20-d', '20-e'])
  const way = await screen.findByRole('list', { name: 'Stages' })
  expect(way.querySelector('[aria-current=step]')?.textContent).toMatch(/^To pack/)
})
