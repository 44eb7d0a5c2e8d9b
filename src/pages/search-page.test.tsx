import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { useSave } from '#src/data/use-writes.ts'
import { markConnection } from '#src/offline/connection.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { SearchPage } from './search-page.tsx'

const userId = 9_390
let server: SyncDouble
let save: ReturnType<typeof useSave<typeof dealerBranch>>

beforeAll(() => speakEnglish('shell', 'ui', 'lists', 'palette', 'dealerBranch', 'crud'))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  server = syncDouble()
})
afterEach(() => {
  vi.useRealTimers()
  act(() => markConnection({ online: true }))
})

it('finds what was made without a connection, where the server had found nothing before', async () => {
  server.state.routes['GET /search'] = () => ({ groups: [] })
  await begin({ userId, permissions: ['52-a', '52-b', '52-d'] })
  const Page = () => {
    save = useSave(dealerBranch)
    return <SearchPage />
  }
  const routes = [
    { path: '/search', element: <Page /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/search?q=nagpur'] })
  showAtWork(userId, router)
  expect(await screen.findByText('Nothing found for “nagpur”')).toBeTruthy()
  await waitFor(() => expect(server.state.requests).toContain('GET /sync/pull'))
  await connect(server, false)
  await act(() => save({ name: 'Nagpur showroom' }, 900))
  // Looked for once more, as by everybody who has just made it; what the server said before is old by then.
  await act(() => router.navigate('/home'))
  vi.setSystemTime(Date.now() + 60_000)
  await act(() => router.navigate('/search?q=nagpur'))
  expect(await screen.findByRole('link', { name: /^Nagpur showroom/ })).toBeTruthy()
})
