import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register } from '#contract/register.ts'
import { closeUserDb, keptTable, openUserDb, readCursor, readKeptBy } from '#src/offline/user-db.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { pullOnce } from '../../tests/support/pull-once.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { RecordPage } from './record-page.tsx'
import { ListScreen } from './list/list-screen.tsx'
import { defineScreens } from './screens.ts'

const branches = defineScreens(dealerBranch, {
  columns: ['name', 'hours'],
  form: [['name', 'hours']],
  routes: {
    '/places': { title: 'dealerBranch:titles.list', may: 'list', page: ListScreen },
    '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: RecordPage },
  },
})
const whole = { storeType: null, phone: null, email: null, address: null, hours: null, note: null, tags: [] }
const damages: [string, object][] = [
  ['a name that is no text', { name: { no: 'name' } }],
  ['tags that are none', { tags: 7 }],
  ['an address without its line', { address: { line: { no: 'line' }, pincode: 5, city: 'x' } }],
  ['a time that is none', { createdAt: 'some time', updatedAt: 'later' }],
]

// Nothing of what comes when a page stands: it is its first moments that are looked at.
vi.mock('#src/offline/after-first-page.ts', () => ({ afterFirstPage: () => () => undefined }))

let server: SyncDouble
let userId = 9_700
beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'problems', 'keys', 'outbox', 'shell'))
beforeEach(() => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => logged.mockRestore())
  // As in a page that was just loaded: nothing of it reads records yet.
  readKeptBy((_, __, kept) => kept)
  server = syncDouble()
  userId += 1
  server.state.routes['GET /preferences'] = () => ({ preferences: {} })
  server.state.routes['GET /views'] = () => ({ views: [] })
})

/** A device that was used before, on which one of two branches is damaged since, and a page of it. */
async function open(address: string, damage: object) {
  server.write('dealerBranch', 5, { ...whole, name: 'Pune', doesService: false, active: true })
  const said = server.write('dealerBranch', 6, { ...whole, name: 'Nashik', doesService: false, active: true })
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
  const db = await openUserDb(userId, register)
  await pullOnce(db, register)
  await keptTable(db, dealerBranch)
    .where('id')
    .equals(6)
    .modify(kept => void Object.assign(kept.row!, damage))
  const { epoch } = (await readCursor(db))!
  closeUserDb(db)
  server.state.routes['POST /sync/rows'] = () => ({
    epoch,
    seq: server.state.seq,
    changes: [{ t: 'dealerBranch', id: 6, v: said.version, row: said satisfies Row }],
  })
  const pages = Object.entries(branches.routes).map(([path, { page: Page, title }]) => ({
    path,
    element: <Page screens={branches} title={title} />,
  }))
  showAtWork(userId, createMemoryRouter(pages, { initialEntries: [address] }))
}
const stands = () => expect(screen.queryByText(/Unexpected Application Error/)).toBeNull()

test.each(damages)('a list stands over a record with %s, from its first moment on', async (_, damage) => {
  await open('/places', damage)
  expect(await screen.findByText('Pune')).toBeTruthy()
  // What comes later is told of, and moves nothing.
  await userEvent.click(await screen.findByText(/1 new/))
  expect(await screen.findByText('Nashik')).toBeTruthy()
  stands()
  expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Damaged'), 'dealerBranch 6')
})

test.each(damages)('the page of a record stands with %s, which is fetched anew', async (_, damage) => {
  await open('/place/6', damage)
  expect((await screen.findAllByText('Nashik')).length).toBeGreaterThan(0)
  stands()
  await waitFor(() =>
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Damaged'), 'dealerBranch 6'),
  )
})
