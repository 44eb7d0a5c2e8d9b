import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useChange } from '#src/data/use-writes.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { Facts } from './detail-facts.tsx'
import { DetailHead } from './detail-head.tsx'
import { DetailTabs, Tab } from './detail-tabs.tsx'
import { DetailScreen } from './pages.ts'
import { RecordPage } from './record-page.tsx'
import { routesOf } from './routes.tsx'
import { FORM, defineContents, definePages, defineScreens, type Contents, type PartProps } from './screens.ts'

const ID = 77
let userId = 9_410

/** A module whose form opens over its pages. */
const inDrawer = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name'], ['hours']],
  routes: { '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: RecordPage } },
})

beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'problems', 'keys', 'outbox'))
beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  userId += 1
})

/** A branch that its reader may edit. */
async function plant() {
  const server = syncDouble()
  const none = { storeType: null, phone: null, email: null, address: null, hours: null, note: null, tags: [] }
  server.write('dealerBranch', ID, { ...none, name: 'North', doesService: false, active: true })
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
  return server
}

test('shows at once what its reader changed and the server has not heard of, and keeps the list they came from', async () => {
  const server = await plant()
  let write: () => Promise<unknown>
  function Beside() {
    const { row } = useRecord(dealerBranch, ID)
    const change = useChange(dealerBranch)
    write = () => change(row!, { hours: '9 to 5' })
    return null
  }
  const router = createMemoryRouter(
    [
      {
        path: '/place/:id',
        element: (
          <>
            <RecordPage screens={inDrawer} />
            <Beside />
          </>
        ),
      },
    ],
    { initialEntries: [{ pathname: `/place/${ID}`, state: { from: 'a list' } }] },
  )
  showAtWork(userId, router)
  await screen.findByText('Opening hours')
  server.state.network = 'refuse'
  await act(() => write())
  expect(await screen.findByText('9 to 5')).toBeTruthy()
  await act(() => router.navigate({ search: `?${FORM}=${ID}` }, { state: { from: 'a list' } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(router.state.location).toMatchObject({ search: '', state: { from: 'a list' } }))
})

test('what they archived can be brought back at once, and what somebody else had archived before is not theirs to', async () => {
  const server = await plant()
  const page = <RecordPage screens={inDrawer} />
  const router = createMemoryRouter([{ path: '/place/:id', element: page }], { initialEntries: [`/place/${ID}`] })
  showAtWork(userId, router)
  const archivedBy = async (updatedBy: number) => {
    server.state.writes = () => ({ archivedAt: '2026-02-02T00:00:00.000Z', updatedBy })
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }))
    await screen.findByText('North archived')
    return shownToasts().at(-1)!
  }
  const { id, undo } = await archivedBy(userId)
  act(() => dismissToast(id))
  server.state.writes = () => ({ archivedAt: null })
  act(() => undo!())
  await screen.findByText('North brought back')
  expect((await archivedBy(9)).undo).toBeUndefined()
})

test('a page of its own parts has its own tabs by their words in the address, and says no fact that it says otherwise', async () => {
  await plant()
  const Life = ({ record }: PartProps) => <p>All that happened to {String(record.name)}</p>
  const page = (
    <RecordPage screens={{ ...inDrawer, form: [['name'], ['hours', 'note']] }} id={ID}>
      <DetailHead />
      <DetailTabs overview={<Facts without={['hours']} />}>
        <Tab value="life" titleKey="dealerBranch:titles.list" of={Life} />
      </DetailTabs>
    </RecordPage>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/?tab=life'] })
  const person = showAtWork(userId, router)
  await screen.findByText('All that happened to North')
  expect(screen.getAllByRole('tab').map(tab => tab.getAttribute('aria-selected'))).toEqual([
    'false',
    'true',
    'false',
    'false',
    'false',
  ])
  await person.click(screen.getByRole('tab', { name: 'Overview' }))
  expect(router.state.location.search).toBe('')
  expect(await screen.findByText('Note')).toBeTruthy()
  expect(screen.queryByText('Opening hours')).toBeNull()
  expect(screen.queryByText(/^All that happened/)).toBeNull()
})

test.each<[string, string, Partial<Contents<typeof dealerBranch>>]>([
  ['any record', 'Opening hours', {}],
  ['its own, where its contents name one', 'All of North', { details: () => <p>All of North</p> }],
])('a module whose route shows a record opens the page of %s', async (_, said, contents) => {
  await plant()
  const pages = definePages(dealerBranch, {
    routes: { '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: DetailScreen } },
    contents: () => Promise.resolve(defineContents(dealerBranch, contents)),
  })
  showAtWork(userId, createMemoryRouter(routesOf(pages), { initialEntries: [`/place/${ID}`] }))
  expect(await screen.findByText(said)).toBeTruthy()
})
