import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { screensOf } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../tests/support/have-numbers.ts'
import { itemRow, syncDouble } from '../../../../tests/support/sync-double.ts'
import { inquiryPages } from '../inquiry.ts'
import { InquiryCreate } from './create-page.tsx'

test('copyOfConvertedInquiry: nobody has been contacted for the copy, and the order of its phone is said', async () => {
  await speakEnglish('ui', 'crud', 'inquiry', 'customer', 'order', 'product', 'problems', 'keys', 'lists')
  const server = syncDouble()
  server.state.routes['GET /inquiry'] = () => ({ rows: [], next: null })
  server.state.routes['GET /customer'] = () => ({ rows: [], next: null })
  server.state.routes['GET /order'] = () => ({
    rows: [
      {
        ...itemRow(21),
        number: 'ORD-2026-000123',
        stage: 'draft',
        customer: null,
        inquiry: 7,
        phone: '+919830041172',
        altPhone: null,
      },
    ],
    next: null,
  })
  server.state.routes['GET /inquiry/7'] = () => ({
    ...itemRow(7),
    name: 'Asha Rao',
    phone: '+919830041172',
    address: '14 Gariahat Road',
    stage: 'converted',
    order: 21,
    source: 3,
    assignedTo: 6_881,
    priority: 'normal',
    products: [{ id: 9, product: 5, colour: null, qty: 2, quoted: null, note: null }],
    contactLog: [{ id: 8, mode: 'call', outcome: 'interested', note: 'Wants it by Friday', at: null, by: null }],
    nextContactAt: '2026-10-01T04:30:00.000Z',
    tags: [],
  })
  await begin({ userId: 6_881, permissions: ['10-a', '10-b', '10-c', '10-d', '20-a', '50-a'] })
  const screens = await screensOf(inquiryPages)
  const element = <InquiryCreate screens={screens} title="inquiry:titles.create" />
  showAtWork(6_881, createMemoryRouter([{ path: '/new', element }], { initialEntries: ['/new?copy=7'] }))
  await haveNumbers(server)
  expect(await screen.findByDisplayValue('Asha Rao')).toBeTruthy()
  expect(screen.getByDisplayValue('14 Gariahat Road')).toBeTruthy()
  expect(await screen.findByText('This phone has ORD-2026-000123 (Draft).')).toBeTruthy()
  await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: /^Save(?! and)/ }))
  await waitFor(() => expect(server.state.pushes.flatMap(({ ops }) => ops)).toHaveLength(1))
  const [{ args }] = server.state.pushes.flatMap(({ ops }) => ops) as unknown as [{ args: Record<string, unknown> }]
  expect(args).toMatchObject({ name: 'Asha Rao', phone: '+919830041172', address: '14 Gariahat Road', source: 3 })
  expect(args.products).toMatchObject([{ product: 5, qty: 2 }])
  expect([args.contactLog ?? [], args.nextContactAt ?? null, args.order ?? null]).toEqual([[], null, null])
})
