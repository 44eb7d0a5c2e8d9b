import { act, screen, waitFor } from '@testing-library/react'
import { forceCloseDatabase } from 'fake-indexeddb'
import { useEffect } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { FormScreen } from '#src/crud/form-screen.tsx'
import { defineScreens } from '#src/crud/screens.ts'
import { useData } from '#src/data/data.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { doesNotOpen } from '../../tests/support/shut-store.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { Notices } from './notices.tsx'

const ID = 77
const userId = 6_390
const pages = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name']],
  routes: {
    '/place-edit/:id': { title: 'dealerBranch:titles.edit', may: 'edit', page: FormScreen },
    '/place/:id': { title: 'dealerBranch:titles.details', may: 'details', page: () => <h1>The record</h1> },
  },
})

let store: UserDb | null
function SeesStore() {
  const { db } = useData()
  useEffect(() => {
    store = db
  }, [db])
  return null
}

beforeAll(() => speakEnglish('ui', 'shell', 'crud', 'dealerBranch', 'problems', 'keys', 'changes'))

test('a store that the browser took away and fails to open three times: the way to the work is shown, the form stays with its words, and both go on once it opens', async () => {
  const server = syncDouble()
  const written = server.write('dealerBranch', ID, { name: 'North', hours: null, note: null, tags: [], active: true })
  server.state.routes[`GET /dealer-branch/${ID}`] = () => written
  await begin({ userId, permissions: ['52-a', '52-b', '52-c'] })
  const routes = Object.entries(pages.routes).map(([path, { title, page: Page }]) => ({
    path,
    element: (
      <>
        <Notices />
        <Page screens={pages} title={title} />
        <SeesStore />
      </>
    ),
  }))
  const hand = showAtWork(userId, createMemoryRouter(routes, { initialEntries: [`/place-edit/${ID}`] }))
  const input = await screen.findByRole('textbox', { name: 'Name' })
  await hand.type(input, ' shop')
  await waitFor(() => expect(store?.isOpen()).toBe(true))

  const opensAgain = doesNotOpen(userId)
  forceCloseDatabase(store!.backendDB() as never)
  expect(await screen.findByText('The data on this device cannot be opened')).toBeTruthy()
  expect(screen.getByText(/Everything kept here is still there, also what is not sent\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Save unsent work' }).getAttribute('href')).toBe('/rescue.html')
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy()
  await waitFor(() => expect(store).toBeNull())
  await hand.type(input, ' two')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBe(input)
  expect(input).toHaveProperty('value', 'North shop two')

  opensAgain()
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(store?.isOpen()).toBe(true)
  })
  expect(screen.queryByText('The data on this device cannot be opened')).toBeNull()
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBe(input)
  await hand.click(screen.getByRole('button', { name: /^Save(?! and)/ }))
  expect(await screen.findByRole('heading', { name: 'The record' })).toBeTruthy()
  await waitFor(() =>
    expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({ id: ID, args: { name: 'North shop two' } }),
  )
})
