import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields } from '#contract/module.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { screensOf, type Screens } from '#src/crud/screens.ts'
import { useData } from '#src/data/data.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { inquiryPages } from '../inquiry.ts'
import { InquiryMove } from './move-page.tsx'

let screens: Screens
let server: SyncDouble
let userId = 16_100
beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'order', 'inquiry', 'customer', 'product', 'problems', 'keys', 'lists')
  screens = await screensOf(inquiryPages)
})

const blank = Object.fromEntries(Object.keys(allFields(inquiry)).map(name => [name, null]))
const asked = (more: object = {}) => {
  const row = { ...blank, name: 'Ravi Iyer', phone: '+919830041172', stage: 'new', products: [], tags: [], ...more }
  server.write('inquiry', 31, row)
}
beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'inquiry'] }
  asked()
  server.state.routes['GET /inquiry/31'] = () => server.rows.get(31)!.row
  server.state.routes['GET /customer'] = () => ({ rows: [], next: null })
  server.state.routes['GET /inquiry'] = () => ({ rows: [], next: null })
})

/** The device hears what the server has by now. */
function Hear() {
  const { pullNow } = useData()
  return <button onClick={() => void pullNow()}>Hear</button>
}

async function open() {
  await begin({ userId, permissions: ['10-a', '10-d', '20-a', '20-b', '20-d', '103-a', '200-a'] })
  const element = (
    <>
      <InquiryMove screens={screens} title="inquiry:titles.move" />
      <Hear />
    </>
  )
  const path = '/inquiry/inquiry-move/:id'
  const router = createMemoryRouter([{ path, element }], { initialEntries: ['/inquiry/inquiry-move/31'] })
  const hand = showAtWork(userId, router)
  await haveNumbers(server)
  return hand
}
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
const pulls = () => server.state.requests.filter(one => one.includes('/sync/pull')).length
const moved = () => screen.queryByRole('heading', { name: 'Ravi Iyer has an order already' })

test('a device that hears late that the inquiry has its order says so, and offers no second one', async () => {
  const hand = await open()
  expect((await name()).value).toBe('Ravi Iyer')
  asked({ stage: 'converted', order: 71 })
  await hand.click(screen.getByRole('button', { name: 'Hear' }))
  await waitFor(() => expect(moved()).toBeTruthy())
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
})

test('what is typed by then stays', async () => {
  const hand = await open()
  await hand.type(await name(), ' junior')
  asked({ stage: 'converted', order: 71 })
  const before = pulls()
  await hand.click(screen.getByRole('button', { name: 'Hear' }))
  await waitFor(() => expect(pulls()).toBeGreaterThan(before))
  expect((await name()).value).toBe('Ravi Iyer junior')
  expect(moved()).toBeNull()
})
