import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register } from '#contract/register.ts'
import { useData } from '#src/data/data.ts'
import { enqueue } from '#src/offline/outbox/machine.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { outboxIn } from '#src/offline/outbox/store.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { waitingOp } from '../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { FormScreen } from './form-screen.tsx'
import { defineScreens } from './screens.ts'

const ID = 77
const pages = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name'], ['hours']],
  routes: {
    '/place-edit/:id': { title: 'dealerBranch:titles.edit', may: 'edit', page: FormScreen },
    '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: () => <h1>The record</h1> },
  },
})
let server: SyncDouble
let userId = 6_410
let store: UserDb | null
function SeesStore() {
  const { db } = useData()
  useEffect(() => {
    store = db
  }, [db])
  return null
}

beforeAll(() => speakEnglish('ui', 'shell', 'crud', 'dealerBranch', 'problems', 'keys', 'changes'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  const none = { storeType: null, phone: null, email: null, address: null, note: null, tags: [] }
  server.write('dealerBranch', ID, { ...none, name: 'North', hours: '9 to 5', doesService: false, active: true })
})

/** The form of a record of which its person's last word on the name was not taken. */
async function open(became: Partial<OutboxOp>) {
  await begin({ userId, permissions: ['52-a', '52-b', '52-c'] })
  const routes = Object.entries(pages.routes).map(([path, { title, page: Page }]) => ({
    path,
    element: (
      <>
        <Page screens={pages} title={title} />
        <SeesStore />
      </>
    ),
  }))
  const router = createMemoryRouter([...routes, { path: '/outbox', element: <h1>The outbox</h1> }], {
    initialEntries: [`/place/${ID}`],
  })
  const hand = showAtWork(userId, router)
  await waitFor(async () => expect(await store?.table('rec_dealerBranch').get(ID)).toBeTruthy())
  const lane = `dealerBranch:${ID}`
  await outboxIn(store!, register).change({ lanes: [lane] }, ({ queue, ops, touched }) => {
    const base = { version: 1, fields: { name: 'North' } }
    const wish = waitingOp({ op: 'dealerBranch.change', id: ID, lane, userId, args: { name: 'South' }, base })
    enqueue({ queue, ops, touched }, wish, { sentOnce: true, ...became })
  })
  await act(() => router.navigate(`/place-edit/${ID}`))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(name).toHaveProperty('value', 'South'))
  return { hand, router, name }
}
const save = () => screen.getByRole('button', { name: /^Save(?! and)/ })
const unsent = async () => (await store!.outbox.toArray()).filter(op => op.open === 1)

test('what was not accepted is mended on the form of its record, and stays unsent with its words where that is not accepted either', async () => {
  const { hand, router, name } = await open({ state: 'rejected' })
  server.state.refuses = () => true
  server.state.refused = { name: 'There is South already.' }
  await hand.type(name, ' two')
  await hand.click(save())
  expect(await screen.findByText('There is South already.')).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/place-edit/${ID}`)
  expect(await unsent()).toMatchObject([{ state: 'rejected', args: { name: 'South two' } }])

  server.state.refuses = () => false
  await hand.type(name, ' three')
  await hand.click(save())
  expect(await screen.findByRole('heading', { name: 'The record' })).toBeTruthy()
  expect(await screen.findByText('South two three saved')).toBeTruthy()
  expect(server.rows.get(ID)!.row).toMatchObject({ name: 'South two three', hours: '9 to 5' })
  expect(await unsent()).toEqual([])
})

test('what waits for a decision is said to hold up what is saved behind it, with the way to decide', async () => {
  const { hand, router, name } = await open({ state: 'conflict' })
  await hand.type(name, ' two')
  await hand.click(save())
  expect(await screen.findByText(/^Saved on this device\. It waits for something that was not accepted/)).toBeTruthy()
  expect(screen.queryByText(/sent when the server can be reached/)).toBeNull()
  await hand.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/outbox'))
  expect((await unsent()).map(({ state }) => state)).toEqual(['conflict', 'pending'])
})
