import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { mergePreviewPath } from '#contract/calls/work.ts'
import { duplicatesCall } from '#contract/calls/customer.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { screensOf } from '#src/crud/screens.ts'
import { customerPages } from '../customer.ts'
import { MergeDialog } from './merge-dialog.tsx'

const customerScreens = await screensOf(customerPages)

let server: SyncDouble
let userId = 6_650

beforeAll(() => speakEnglish('ui', 'crud', 'customer', 'lists', 'problems', 'keys'))
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  server = syncDouble()
  userId += 1
  server.state.writes = () => ({ updatedBy: userId })
  await begin({ userId, permissions: ['50-a', '50-b', '50-c', '50-d'] })
})

const one = (id: number, name: string) => {
  const lines = {
    phones: [{ id: id + 100, number: '+919812345678', label: null }],
    emails: [],
    addresses: [],
    tags: [],
  }
  return server.write('customer', id, { name, ...lines })
}

test('the undo of a merge says where it came to nothing, though its dialog is gone', async () => {
  const gone = one(5, 'Mr Sen')
  one(6, 'Mr B Sen')
  const preview = { refers: [], elsewhere: 0, notes: 0, files: 0, fills: {} }
  server.state.routes = {
    [`GET ${duplicatesCall.path}`]: () => ({ customers: [{ id: 6, name: 'Mr B Sen', units: 0, products: [] }] }),
    [`GET ${mergePreviewPath(customer, 5)}`]: () => preview,
    'GET /customer/6': () => server.rows.get(6)!.row,
  }
  const Page = () => {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <MergeDialog record={gone} screens={customerScreens} move="merge" onClose={() => setOpen(false)} />
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  const hand = showAtWork(userId, router)
  await hand.click(await screen.findByRole('button', { name: 'Mr B Sen' }))
  const merge = await screen.findByRole('button', { name: /^Merge into/ })
  await waitFor(() => expect(merge).toHaveProperty('disabled', false))
  await hand.click(merge)
  const undo = await screen.findByRole('button', { name: /^Undo/ })
  server.state.refuses = () => true
  await hand.click(undo)
  expect(await screen.findByText('Not like this.')).toBeTruthy()
  server.state.refuses = () => false
  await hand.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({ op: 'customer.undoMerge', id: 5 }))
  expect(await screen.findByText('Put back as it was')).toBeTruthy()
})

test('merging without saying with whom is answered beside the field', async () => {
  const mine = one(5, 'Mr Sen')
  server.state.routes = { [`GET ${duplicatesCall.path}`]: () => ({ customers: [] }) }
  const page = <MergeDialog record={mine} screens={customerScreens} move="merge" onClose={() => {}} />
  const hand = showAtWork(userId, createMemoryRouter([{ path: '*', element: page }]))
  await hand.click(await screen.findByRole('button', { name: 'Merge' }))
  const description = 'The other customer is needed.'
  const other = await screen.findByRole('combobox', { name: 'The other customer', description })
  await waitFor(() => expect(document.activeElement).toBe(other))
  expect(server.state.pushes).toEqual([])
})
