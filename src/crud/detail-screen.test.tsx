import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useChange } from '#src/data/use-writes.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { DetailScreen } from './detail-screen.tsx'
import { FORM, defineScreens } from './screens.ts'

const ID = 77
const userId = 9_410

/** A module whose form opens over its pages. */
const inDrawer = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name'], ['hours']],
  routes: { '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: DetailScreen } },
})

beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'problems', 'keys', 'outbox'))

test('shows at once what its reader changed and the server has not heard of, and keeps the list they came from', async () => {
  const server = syncDouble()
  const none = { storeType: null, phone: null, email: null, address: null, hours: null, note: null, tags: [] }
  server.write('dealerBranch', ID, { ...none, name: 'North', doesService: false, active: true })
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
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
            <DetailScreen screens={inDrawer} title="dealerBranch:titles.details" />
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
