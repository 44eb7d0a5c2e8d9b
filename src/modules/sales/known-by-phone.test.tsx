import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { RecordPlacesContext, type RecordPlaces } from '#src/fields/record-places.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { KnownByPhone } from './known-by-phone.tsx'

const asha = {
  ...itemRow(71),
  name: 'Asha Rao',
  phones: [{ id: 1, number: '+919830041172', kind: 'mobile', typed: null }],
}
const open = {
  ...itemRow(81),
  name: 'Asha R.',
  phone: '+919830041172',
  altPhone: null,
  stage: 'followUp',
  assignedTo: 1,
}
const ordered = (id: number, stage: string, balance: number) => ({
  ...itemRow(id),
  number: `ORD-${id}`,
  stage,
  balance,
  customer: 71,
})

const places: RecordPlaces = {
  pathTo: (module, id) => `/${module}/${id}`,
  listOf: () => undefined,
  newFrom: () => undefined,
  hasForm: () => false,
  Make: () => null,
  Panel: () => null,
}

let server: SyncDouble
let userId = 7_800
let orders: object[]
let drafts: object[]
let asked: URL[]
beforeAll(() => speakEnglish('ui', 'crud', 'order', 'inquiry', 'customer', 'problems', 'lists'))
beforeEach(() => {
  server = syncDouble()
  userId += 1
  orders = []
  drafts = []
  asked = []
  Object.assign(server.state.routes, {
    'GET /customer': () => ({ rows: [asha], next: null }),
    'GET /inquiry': () => ({ rows: [open], next: null }),
    'GET /order': ({ url }: Request) => {
      const of = new URL(url)
      asked.push(of)
      return { rows: of.searchParams.get('filter[customer]') === 'none' ? drafts : orders, next: null }
    },
  })
})

async function show(permissions = ['50-a', '10-a', '20-a', '20-d'], except?: number) {
  await begin({ userId, permissions })
  const element = (
    <RecordPlacesContext value={places}>
      <KnownByPhone phone="98300 41172" except={except} />
    </RecordPlacesContext>
  )
  showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
  await screen.findByText('Asha Rao is a customer.')
}

test('what a known customer ordered before is said: how many, the last, and what is due', async () => {
  orders = [ordered(93, 'draft', 500_00), ordered(92, 'delivered', 1_200_00), ordered(91, 'closed', 0)]
  await show()
  expect(await screen.findByText('3 earlier orders.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^ORD-93 \(Draft\)/ }).getAttribute('href')).toBe('/order/93')
  // A draft is owed by nobody.
  expect(screen.getByText('₹1,200 due.')).toBeTruthy()
  expect(asked.map(of => of.searchParams.get('filter[customer]'))).toContain('71')
})

test('who has ordered nothing is said to have ordered nothing', async () => {
  await show()
  expect(await screen.findByText('Nothing ordered yet.')).toBeTruthy()
})

test('who may not read orders is told of none', async () => {
  await show(['50-a', '10-a'])
  expect(await screen.findByText(/has an open inquiry/)).toBeTruthy()
  expect(asked).toEqual([])
})

test('a draft that nobody is the customer of yet is said, and one that is read or was dropped is not', async () => {
  const draft = (id: number, more: object = {}) => ({
    ...ordered(id, 'draft', 500_00),
    customer: null,
    inquiry: null,
    phone: '+919830041172',
    altPhone: null,
    ...more,
  })
  drafts = [draft(93), draft(94), draft(95, { stage: 'cancelled' }), draft(96, { phone: '+919999999999' })]
  await show(undefined, 94)
  expect(await screen.findByText('This phone has ORD-93 (Draft).')).toBeTruthy()
  expect(screen.queryAllByText(/^This phone has/)).toHaveLength(1)
})

test('another open inquiry is offered', async () => {
  await show()
  expect(await screen.findByText('Asha R. has an open inquiry: Follow-up.')).toBeTruthy()
})

test('the inquiry that is read is not offered itself', async () => {
  await show(undefined, 81)
  await waitFor(() => expect(server.state.requests.some(one => one.includes('/inquiry'))).toBe(true))
  expect(screen.queryByText(/has an open inquiry/)).toBeNull()
})
