import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PushInput, PushResult } from '#contract/calls/push.ts'
import { splitOp } from '#contract/intent.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import type { Module, Row } from '#contract/module.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import type { Values } from '#src/form/check.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { FormScreen } from './form-screen.tsx'
import { defineScreens } from './screens.ts'

const pages = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name'], ['hours']],
  routes: {
    '/place-edit/:id': { title: 'dealerBranch:titles.edit', may: 'edit', page: FormScreen },
    '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: () => <h1>The record</h1> },
  },
})

const ID = 77
let server: SyncDouble
let userId = 6_600

beforeAll(() => speakEnglish('ui', 'crud', 'customer', 'dealerBranch', 'problems', 'keys'))
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  server = syncDouble()
  asksWhereArchived(server)
  userId += 1
  const none = { storeType: null, phone: null, email: null, address: null, hours: null, note: null, tags: [] }
  server.write('dealerBranch', ID, { ...none, name: 'North', doesService: false, active: true })
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
})

function open() {
  const routes = Object.entries(pages.routes).map(([path, { title, page: Page }]) => ({
    path,
    element: <Page screens={pages} title={title} />,
  }))
  return showAtWork(userId, createMemoryRouter(routes, { initialEntries: [`/place-edit/${ID}`] }))
}
/** The server of a test also asks about what was archived, and brings it back, as the real one does. */
function asksWhereArchived(server: SyncDouble) {
  const resultOf = (op: PushInput['ops'][number]): PushResult | null => {
    if ('cancel' in op) return null
    const { action } = splitOp(op.op)
    const held = server.rows.get(op.id)
    if (!held?.row.archivedAt) return null
    if (action === 'restore') {
      const row = server.write(held.t, op.id, { archivedAt: null })
      return { mid: op.mid, status: 'applied', row, version: row.version, feedSeq: server.state.seq }
    }
    const { row } = held
    if ((op.base?.version ?? 0) < row.version)
      return { mid: op.mid, status: 'conflict', asks: ['archivedAt'], row, version: row.version }
    return { mid: op.mid, status: 'rejected', code: 'not_now', message: 'This record is archived.' }
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/sync/push')) return server.fetch(request)
    const { ops } = (await request.clone().json()) as PushInput
    const results = ops.map(resultOf)
    if (results.some(result => result === null)) return server.fetch(request)
    const { epoch, seq } = server.state
    return Response.json({ epoch, seq, serverTime: new Date().toISOString(), results })
  })
}

const field = (name: string) => screen.findByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: /^Save(?! and)/ })
const isArchived = () => server.rows.get(ID)?.row.archivedAt !== null

test('saving what was archived meanwhile says so, and goes through once it is brought back', async () => {
  const hand = open()
  await hand.type(await field('Name'), ' shop')
  server.write('dealerBranch', ID, { archivedAt: '2026-02-02T00:00:00.000Z' })
  await hand.click(save())
  expect(await screen.findByText('Somebody archived this meanwhile.')).toBeTruthy()
  expect(await field('Name')).toHaveProperty('value', 'North shop')

  await hand.click(screen.getByRole('button', { name: 'Bring back' }))
  await waitFor(() => expect(screen.queryByText('Somebody archived this meanwhile.')).toBeNull())
  // The page shows what its person did before the server has it.
  await waitFor(() => expect(isArchived()).toBe(false))
  await hand.click(save())
  expect(await screen.findByRole('heading', { name: 'The record' })).toBeTruthy()
  expect(server.rows.get(ID)?.row).toMatchObject({ name: 'North shop', archivedAt: null })
})

test('a record that is archived while somebody types into it is not said to fit together', async () => {
  const hand = open()
  await hand.type(await field('Name'), ' shop')
  server.write('dealerBranch', ID, { archivedAt: '2026-02-02T00:00:00.000Z' })
  globalThis.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Somebody archived this meanwhile.')).toBeTruthy()
  expect(screen.queryByText(/Saving keeps both/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Bring back' })).toBeTruthy()
})

const around = (module: Module, row: Row, asks: string[], mine: Values = { name: 'Mine' }, seen?: Row) => {
  const conflict = { row, asks, theirs: [] }
  const choice = (
    <ConflictChoice module={module} conflict={conflict} mine={mine} seen={seen} onChoose={() => undefined} />
  )
  return showAtWork(userId, createMemoryRouter([{ path: '*', element: choice }]))
}

test('where a record stands too far along to be changed, that is said, and nothing is offered to choose', async () => {
  const staged = { ...dealerBranch, stages: ['draft', 'closed'], editable: ['draft'] } as unknown as Module
  around(staged, { ...itemRow(ID), version: 2, stage: 'closed' }, ['stage'])
  expect(await screen.findByText(/where it cannot be changed\. What you typed is still here/)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Bring back' })).toBeNull()
})

test('what was merged into another record is not offered to be brought back', async () => {
  around(dealerBranch, { ...itemRow(ID), version: 2, archivedAt: '2026-02-02T00:00:00.000Z', mergedInto: 5 }, [
    'archivedAt',
  ])
  expect(await screen.findByText(/cannot be saved to it any more/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Bring back' })).toBeNull()
})

test('a field that I emptied is mine as empty, and not with what somebody else wrote', async () => {
  around(dealerBranch, { ...itemRow(ID), version: 2, name: 'North', note: 'Theirs' }, ['note'], { note: null })
  expect(await screen.findByRole('radio', { name: 'Theirs Theirs' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Yours —' })).toBeTruthy()
})

test('lines that somebody else has added are seen, and that they stay beside mine', async () => {
  const email = (id: number, email: string) => ({ id, email })
  const seen: Row = { ...itemRow(ID), version: 1, emails: [email(1, 'old@place.example')] }
  const added = email(2, 'added@place.example')
  const now = { ...seen, version: 2, emails: [email(1, 'theirs@place.example'), added] }
  around(customer, now, ['emails'], { emails: [email(1, 'mine@place.example')] }, seen)
  const row = within(await screen.findByRole('group', { name: 'E-mails' }))
  const mails = row.getAllByText(/@place\.example$/).map(one => one.textContent)
  const [mine, theirs] = ['mine@place.example', 'theirs@place.example']
  expect(mails).toEqual([mine, theirs, added.email, mine, added.email])
})
