import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { forceCloseDatabase } from 'fake-indexeddb'
import { useEffect } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import type { Module } from '#contract/module.ts'
import { bank } from '#contract/modules/money/bank.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { useData } from '#src/data/data.ts'
import { holdInMemory } from '#src/offline/in-memory.ts'
import { closeUserDbs, defineUserDb, type UserDb } from '#src/offline/user-db.ts'
import { everythingIsKept, keepWhatIsOpen, whatIsTypedIsKept } from '#src/session/dirty.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { holdAnswers } from '../../tests/support/hold-answers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { readModuleDrafts, type Draft } from '#src/data/drafts/store.ts'
import { FormDrawerHost } from './form-drawer-host.tsx'
import { FormScreen } from './form-screen.tsx'
import { defineScreens } from './screens.ts'
import { useRecordForm } from './use-record-form.ts'

/** Where a part of the app does not come, nothing can be sent. */
const lost = vi.hoisted(() => ({ now: false }))
vi.mock('#src/offline/push.ts', async original => {
  const real = await original<typeof import('#src/offline/push.ts')>()
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  return {
    ...real,
    sendWish: (...asked: Parameters<typeof real.sendWish>) => (lost.now ? gone() : real.sendWish(...asked)),
  }
})

const pages = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name'], ['hours']],
  routes: {
    '/places': { title: 'dealerBranch:titles.list', may: 'list', page: () => <h1>The list</h1> },
    '/place-create': { title: 'dealerBranch:titles.create', may: 'create', page: FormScreen },
    '/place-edit/:id': { title: 'dealerBranch:titles.edit', may: 'edit', page: FormScreen },
    '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: () => <h1>The record</h1> },
  },
})
/** The same without pages of its own: its form opens over the list. */
const inDrawer = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name'], ['hours']],
  routes: { '/sheets': { title: 'dealerBranch:titles.list', may: 'list', page: () => null } },
})
/** Only the server saves these: none of it waits on the device. */
const atOnce = defineScreens(bank, {
  columns: ['name'],
  form: [['name', 'upiId']],
  routes: { '/accounts': { title: 'bank:titles.list', may: 'list', page: () => null } },
})

const ID = 77
let server: SyncDouble
let userId = 6_300

beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'bank', 'problems', 'keys'))
beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  server = syncDouble()
  userId += 1
  const none = { storeType: null, phone: null, email: null, address: null, hours: null, note: null, tags: [] }
  server.write('dealerBranch', ID, { ...none, name: 'North', doesService: false, active: true })
})
// What a case left to be sent would be sent to the server of the next one. The page goes first: it would open its store again.
afterEach(() => {
  cleanup()
  closeUserDbs(userId)
})

async function open(path: string) {
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d', '114-a', '114-b', '114-c', '114-d'] })
  const routes = Object.entries(pages.routes).map(([path, { title, page: Page }]) => ({
    path,
    element: (
      <>
        <Page screens={pages} title={title} />
        <SeesStore />
      </>
    ),
  }))
  const drawers = [
    { path: '/sheets', element: <FormDrawerHost screens={inDrawer} /> },
    {
      path: '/accounts',
      element: (
        <>
          <FormDrawerHost screens={atOnce} />
          <SeesStore />
        </>
      ),
    },
  ]
  const router = createMemoryRouter([...routes, ...drawers], { initialEntries: [path] })
  return { hand: showAtWork(userId, router), router }
}
let store: UserDb | null
function SeesStore() {
  const { db } = useData()
  useEffect(() => {
    store = db
  }, [db])
  return null
}
const field = (name: string) => screen.findByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: /^Save(?! and)/ })
const lastOp = () => server.state.pushes.at(-1)?.ops[0]
const kept = async (module: Module = dealerBranch): Promise<Draft[]> => {
  const db = defineUserDb(userId, {})
  await db.open()
  try {
    return await readModuleDrafts(db, module.name)
  } finally {
    db.close()
  }
}

test('what is typed while a change is being saved stays, as a change of what was saved', async () => {
  const { hand, router } = await open(`/place-edit/${ID}`)
  await hand.type(await field('Name'), ' shop')
  const answer = holdAnswers(server)
  await hand.click(save())
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await hand.type(await field('Name'), ' two')
  await hand.type(await field('Opening hours'), '9 to 5')
  answer()
  expect(await screen.findByText(/^Saved\. What you typed since/)).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/place-edit/${ID}`)
  expect(await field('Name')).toHaveProperty('value', 'North shop two')
  expect(await field('Opening hours')).toHaveProperty('value', '9 to 5')
  expect(screen.getByText('Unsaved branch')).toBeTruthy()
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  expect(await kept()).toMatchObject([
    { values: { name: 'North shop two', hours: '9 to 5' }, base: { version: 2, fields: { name: 'North shop' } } },
  ])

  // The second save is a change of the first one, not a quarrel with it.
  await hand.click(save())
  await waitFor(() => expect(router.state.location.pathname).toBe(`/place/${ID}`))
  expect(lastOp()).toMatchObject({
    args: { name: 'North shop two', hours: '9 to 5' },
    base: { version: 2, fields: { name: 'North shop', hours: null } },
  })
  expect(await kept()).toEqual([])
})

test('what was discarded comes back as a draft, also where the form was left since', async () => {
  const { hand, router } = await open(`/place-edit/${ID}`)
  await hand.type(await field('Opening hours'), '9 to 5')
  await hand.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await kept()).toEqual([])
  await act(() => router.navigate('/places'))
  await hand.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText(/is a draft again/)).toBeTruthy()
  await act(() => router.navigate(`/place-edit/${ID}`))
  await waitFor(async () => expect(await field('Opening hours')).toHaveProperty('value', '9 to 5'))
})

test('where nothing can be sent, that is said, and the words are in the form and in its draft', async () => {
  const { hand } = await open(`/place-edit/${ID}`)
  await hand.type(await field('Name'), ' shop')
  lost.now = true
  await hand.click(save())
  expect(await screen.findByRole('alert')).toBeTruthy()
  lost.now = false
  expect(await field('Name')).toHaveProperty('value', 'North shop')
  await keepWhatIsOpen()
  expect(await kept()).toMatchObject([{ values: { name: 'North shop' } }])
  await hand.click(save())
  await waitFor(() => expect(lastOp()).toMatchObject({ args: { name: 'North shop' } }))
})

test('what is typed while a new record is being saved becomes a change of that record, and its draft too', async () => {
  const { hand, router } = await open('/place-create')
  await hand.type(await field('Name'), 'South')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  const answer = holdAnswers(server)
  await hand.click(save())
  await hand.type(await field('Opening hours'), 'mornings')
  answer()
  expect(await screen.findByText(/^Saved\. What you typed since/)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/place-create')
  const { id } = lastOp() as { id: number }
  await waitFor(async () => expect(await kept()).toMatchObject([{ values: { hours: 'mornings' } }]))
  const [draft] = await kept()
  expect(draft).toMatchObject({ base: { version: 1 }, values: { hours: 'mornings' } })
  expect(draft!.key).toMatch(`${dealerBranch.name}:${id}#`)

  await hand.click(save())
  await waitFor(() => expect(router.state.location.pathname).toBe(`/place/${id}`))
  expect(lastOp()).toMatchObject({ op: 'dealerBranch.change', id, args: { hours: 'mornings' } })
  expect([...server.rows.values()].filter(({ row }) => row.name === 'South')).toHaveLength(1)
})

test('a form that is only read follows what somebody else changes, and whoever is in one of its fields stays there', async () => {
  const { hand } = await open(`/place-edit/${ID}`)
  const hours = await field('Opening hours')
  await hand.click(hours)
  server.write('dealerBranch', ID, { name: 'North shop' })
  globalThis.dispatchEvent(new Event('online'))
  await waitFor(async () => expect(await field('Name')).toHaveProperty('value', 'North shop'))
  expect(document.activeElement).toBe(hours)
  expect(screen.queryByText('Unsaved branch')).toBeNull()
  await hand.keyboard('mornings')
  await hand.click(save())
  await waitFor(() => expect(lastOp()).toMatchObject({ args: { hours: 'mornings' }, base: { version: 2 } }))
})

test.each([
  ['a page', `/place-edit/${ID}`],
  ['a drawer', `/sheets?form=${ID}`],
])('%s says that its record has left its person’s sight, and promises no draft to whoever leaves', async (_, path) => {
  const { hand } = await open(path)
  await hand.type(await field('Opening hours'), 'mornings')
  await waitFor(() => expect(whatIsTypedIsKept()).toBe(true))
  if (path.startsWith('/place')) expect(await screen.findByText(/^Draft kept/)).toBeTruthy()
  server.remove(ID)
  globalThis.dispatchEvent(new Event('online'))
  expect(
    await screen.findByText(/^This branch is not there any more, or you no longer have access to it\./),
  ).toBeTruthy()
  expect(await field('Opening hours')).toHaveProperty('value', 'mornings')
  expect(screen.queryByText(/^Draft kept/)).toBeNull()
  expect(save()).toHaveProperty('disabled', true)
  await hand.keyboard('{Control>}s{/Control}')
  expect(server.state.pushes).toHaveLength(0)
  expect(whatIsTypedIsKept()).toBe(false)
})

test('a drawer stays open over what is typed while it saves', async () => {
  const { hand, router } = await open(`/sheets?form=${ID}`)
  await hand.type(await field('Name'), ' shop')
  const answer = holdAnswers(server)
  await hand.click(save())
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await hand.type(await field('Opening hours'), '9 to 5')
  answer()
  expect(await screen.findByText(/^Saved\. What you typed since/)).toBeTruthy()
  expect(await field('Opening hours')).toHaveProperty('value', '9 to 5')
  await hand.click(save())
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(server.rows.get(ID)?.row).toMatchObject({ name: 'North shop', hours: '9 to 5', version: 3 })
})

test('a photo that only the page has keeps nobody at a form in which nothing is typed, nor is a draft called lost for it', async () => {
  const letGo = holdInMemory()
  const { hand, router } = await open(`/sheets?form=${ID}`)
  const name = await field('Name')
  await act(() => router.navigate('/places'))
  expect(await screen.findByRole('heading', { name: 'The list' })).toBeTruthy()
  await act(() => router.navigate(-1))
  expect(name.isConnected).toBe(false)
  await hand.type(await field('Name'), ' shop')
  await waitFor(() => expect(whatIsTypedIsKept()).toBe(true))
  await act(() => router.navigate('/places'))
  expect(await screen.findByText(/^What you typed is not saved\. A draft of it stays/)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'The list' })).toBeTruthy()
  letGo()
})

test('a form in which nothing was typed since is left for the record, and its draft goes', async () => {
  const { hand, router } = await open(`/place-edit/${ID}`)
  await hand.type(await field('Name'), ' shop')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  await hand.click(save())
  await waitFor(() => expect(router.state.location.pathname).toBe(`/place/${ID}`))
  expect(await screen.findByText('North shop saved')).toBeTruthy()
  expect(await kept()).toEqual([])
})

test('while a save is on its way its draft is gone for good, and where it was refused it is there again', async () => {
  const { hand } = await open(`/place-edit/${ID}`)
  await hand.type(await field('Name'), ' shop')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  const [before] = await kept()
  expect(before).toMatchObject({ values: { name: 'North shop' } })
  server.state.refuses = () => true
  const answer = holdAnswers(server)
  await hand.click(save())
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  // The page is looked away from, or dies: the change that waits is all that there is of it.
  await keepWhatIsOpen()
  expect(await kept()).toEqual([])
  answer()
  expect(await screen.findByText('Not like this.')).toBeTruthy()
  expect(await kept()).toEqual([before])
})

test('a full device refuses to keep a change, and the form says so and keeps what was typed', async () => {
  const { hand, router } = await open(`/place-edit/${ID}`)
  await hand.type(await field('Name'), ' shop')
  const put = IDBObjectStore.prototype.put
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (this.name === 'outbox') throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, row)
  })
  onTestFinished(() => full.mockRestore())
  await hand.click(save())
  expect(await screen.findByText(/^This device is full, and the change could not be kept/)).toBeTruthy()
  expect(await field('Name')).toHaveProperty('value', 'North shop')
  expect(router.state.location.pathname).toBe(`/place-edit/${ID}`)
  full.mockRestore()
  // What the test before withdrew may arrive only now.
  expect(server.state.pushes.flatMap(({ ops }) => ops).filter(op => 'op' in op)).toEqual([])
  await hand.click(save())
  await waitFor(() => expect(router.state.location.pathname).toBe(`/place/${ID}`))
  expect(lastOp()).toMatchObject({ args: { name: 'North shop' } })
})

test('a form stays with its words while the store that the browser took away is opened again, and is saved in the new one', async () => {
  const { hand } = await open(`/place-edit/${ID}`)
  await hand.type(await field('Name'), ' shop')
  const [input, taken] = [await field('Name'), store!]
  forceCloseDatabase(taken.backendDB() as never)
  await hand.type(input, ' two')
  await waitFor(() => expect(store?.isOpen() && store !== taken).toBe(true))
  expect(await field('Name')).toBe(input)
  expect(input).toHaveProperty('value', 'North shop two')
  await keepWhatIsOpen()
  expect(await kept()).toMatchObject([{ values: { name: 'North shop two' } }])
  await hand.click(save())
  await waitFor(() => expect(lastOp()).toMatchObject({ id: ID, args: { name: 'North shop two' } }))
  expect(await screen.findByRole('heading', { name: 'The record' })).toBeTruthy()
  expect(await kept()).toEqual([])
})

test('the answer to a form that was left while it was saved says so, and takes nobody away from where they are by now', async () => {
  const { hand, router } = await open(`/place-edit/${ID}`)
  await hand.type(await field('Name'), ' shop')
  const answer = holdAnswers(server)
  await hand.click(save())
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await act(() => router.navigate('/places'))
  await hand.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'The list' })).toBeTruthy()
  answer()
  expect(await screen.findByText('North shop saved')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/places')
})

test('the answer to a drawer that was left while it was saved says so, and leaves the next one open', async () => {
  server.write('dealerBranch', ID + 1, { ...server.rows.get(ID)!.row, name: 'South' })
  const { hand, router } = await open(`/sheets?form=${ID}`)
  await hand.type(await field('Name'), ' shop')
  const answer = holdAnswers(server)
  await hand.click(save())
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await hand.click(screen.getByRole('button', { name: 'Cancel' }))
  await hand.click(await screen.findByRole('button', { name: 'Leave' }))
  await act(() => router.navigate(`/sheets?form=${ID + 1}`))
  await waitFor(async () => expect(await field('Name')).toHaveProperty('value', 'South'))
  answer()
  expect(await screen.findByText('North shop saved')).toBeTruthy()
  expect(await field('Name')).toHaveProperty('value', 'South')
  expect(router.state.location.search).toBe(`?form=${ID + 1}`)
})

test('what is wrong with the only field, which has no control where it could stand, is said above', async () => {
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
  function Bare() {
    const { submit, refused } = useRecordForm({ module: dealerBranch, names: ['name'], onSaved: () => undefined })
    return (
      <>
        <button onClick={submit}>Save</button>
        <p role="alert">{refused}</p>
      </>
    )
  }
  const hand = showAtWork(userId, createMemoryRouter([{ path: '/', element: <Bare /> }]))
  await hand.click(await screen.findByRole('button', { name: 'Save' }))
  expect(screen.getByRole('alert').textContent).toBe('Name is needed.')
})

/** A new account is being saved, and its form is left before the server has answered. */
async function leftWhileItIsSaved(further = '') {
  const { hand, router } = await open('/accounts?form=new')
  await hand.type(await field('Name'), 'HDFC')
  await waitFor(async () => expect(await store?.meta.get('ids')).toBeTruthy())
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  expect(await kept(bank)).toHaveLength(1)
  if (further !== '') await hand.type(await field('UPI id'), further)
  const answer = holdAnswers(server)
  await hand.click(save())
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await hand.click(screen.getByRole('button', { name: 'Cancel' }))
  await hand.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  return { hand, router, answer }
}
test('what only the server saves, and it refused once its form was left, is said, and its last words are a draft', async () => {
  server.state.refuses = () => true
  const { router, answer } = await leftWhileItIsSaved('care@hdfc')
  answer()
  expect(await screen.findByText('Not done for “HDFC”. Not like this.')).toBeTruthy()
  await waitFor(async () => expect(await kept(bank)).toMatchObject([{ values: { name: 'HDFC', upiId: 'care@hdfc' } }]))
  await act(() => router.navigate('/accounts?form=new'))
  await waitFor(async () => expect(await field('UPI id')).toHaveProperty('value', 'care@hdfc'))
})

/** The same, done by the server, whose answer got lost; its form is open again. */
async function leftAndAnswerLost() {
  const { hand, router, answer } = await leftWhileItIsSaved()
  server.state.network = 'lose'
  answer()
  expect(await screen.findByText(/^It is not known whether this was done for “HDFC”\. Look before/)).toBeTruthy()
  expect(screen.queryByText(/^Not done/)).toBeNull()
  await waitFor(() => expect(banks()).toEqual(['HDFC']))
  await connect(server, true)
  await act(() => router.navigate('/accounts?form=new'))
  await waitFor(async () => expect(await field('Name')).toHaveProperty('value', 'HDFC'))
  return hand
}
const banks = () => [...server.rows.values()].filter(({ t }) => t === 'bank').map(({ row }) => row.name)

test('what only the server saves, and whose answer got lost once its form was left, is not said to be undone, and is that record when it is saved again', async () => {
  const hand = await leftAndAnswerLost()
  expect(screen.getByText(/^It may have been sent: no answer came/)).toBeTruthy()
  await hand.click(save())
  expect(await screen.findByText('HDFC saved')).toBeTruthy()
  expect(banks()).toEqual(['HDFC'])
  expect(await kept(bank)).toEqual([])
})

test('such a record is the same one in its draft, too, where it was discarded and brought back', async () => {
  const hand = await leftAndAnswerLost()
  await hand.click(screen.getByRole('button', { name: 'Start empty' }))
  await hand.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(async () => expect(await field('Name')).toHaveProperty('value', 'HDFC'))
  await keepWhatIsOpen()
  expect(await kept(bank)).toMatchObject([{ values: { name: 'HDFC' }, sent: { id: expect.any(Number) } }])
})

/** The server has another record under the number of what is made now, or of all that is. */
function refuseTaken(which: (id: number) => boolean = () => true) {
  server.state.refuses = asked => {
    const { op, id } = asked as Intent
    return op === 'bank.create' && which(id)
  }
  server.state.refused = { id: 'Taken.' }
}

test('what was there already, and is saved as a change of it once its form was left, is not said to be undone', async () => {
  const hand = await leftAndAnswerLost()
  for (const { id } of shownToasts()) dismissToast(id)
  await hand.type(await field('UPI id'), 'care@hdfc')
  const answer = holdAnswers(server)
  server.state.requests.length = 0
  await hand.click(save())
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await hand.click(screen.getByRole('button', { name: 'Cancel' }))
  await hand.click(await screen.findByRole('button', { name: 'Leave' }))
  refuseTaken()
  answer()
  expect(await screen.findByText('HDFC saved')).toBeTruthy()
  expect(shownToasts().map(({ message }) => message)).toEqual(['HDFC saved'])
  expect([...server.rows.values()].filter(({ t }) => t === 'bank').map(({ row }) => row.upiId)).toEqual(['care@hdfc'])
})

test('a number that a copy of this device has used is not taken for one’s own record', async () => {
  const { hand } = await open('/accounts?form=new')
  await hand.type(await field('Name'), 'HDFC')
  await waitFor(async () => expect(await store?.meta.get('ids')).toBeTruthy())
  server.write('bank', 1, { name: 'ICICI' })
  refuseTaken(id => id <= 1_000)
  await hand.click(save())
  expect(await screen.findByText('HDFC saved')).toBeTruthy()
  expect(banks()).toEqual(['ICICI', 'HDFC'])
})

test('what is typed after the draft of such a record was discarded is another one', async () => {
  const hand = await leftAndAnswerLost()
  await hand.click(screen.getByRole('button', { name: 'Start empty' }))
  await hand.type(await field('Name'), 'ICICI')
  await hand.click(save())
  expect(await screen.findByText('ICICI saved')).toBeTruthy()
  expect(banks()).toEqual(['HDFC', 'ICICI'])
})

test('what only the server saves is no draft any more where it was saved once its form was left', async () => {
  const { router, answer } = await leftWhileItIsSaved()
  answer()
  expect(await screen.findByText('HDFC saved')).toBeTruthy()
  expect(await kept(bank)).toEqual([])
  await act(() => router.navigate('/accounts?form=new'))
  expect(await field('Name')).toHaveProperty('value', '')
})
