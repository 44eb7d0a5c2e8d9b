import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { useArchive, useChange, useSave } from '#src/data/use-writes.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { markConnection } from '#src/offline/connection.ts'
import { dropSession } from '#src/session/store.ts'
import { AtWork, begin, connect, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { Everywhere } from '../everywhere.tsx'

let server: SyncDouble
let userId = 9_300
/** What somebody does on the page meanwhile. */
let writes: {
  save: ReturnType<typeof useSave<typeof dealerBranch>>
  change: ReturnType<typeof useChange<typeof dealerBranch>>
  archive: ReturnType<typeof useArchive<typeof dealerBranch>>
}

beforeAll(async () => {
  await speakEnglish(
    'shell',
    'ui',
    'lists',
    'palette',
    'keys',
    'dealerBranch',
    'user',
    'role',
    'generalSetting',
    'crud',
    'scan',
  )
  // jsdom knows dialogs, and not how they are shown.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
beforeEach(() => {
  localStorage.clear()
  dropSession()
  server = syncDouble()
  userId += 1
  server.write('dealerBranch', 501, { name: 'Śrīnagar showroom', phone: '+919830041172', active: true })
  server.write('dealerBranch', 502, { name: 'Pune service centre', archivedAt: '2026-01-01T00:00:00Z' })
  server.write('city', 601, { label: 'Srinagar', position: 1 })
})
afterEach(() => vi.restoreAllMocks())

async function open(permissions: string[], start = '/home') {
  await begin({ userId, permissions })
  const did = vi.fn()
  const Page = () => {
    useShortcut('create', did, 'New thing')
    writes = { save: useSave(dealerBranch), change: useChange(dealerBranch), archive: useArchive(dealerBranch) }
    return <h1>Here</h1>
  }
  const shell = (
    <>
      <main id="main">
        <Outlet />
      </main>
      <Everywhere />
    </>
  )
  const router = createMemoryRouter([{ element: shell, children: [{ path: '*', element: <Page /> }] }], {
    initialEntries: [start],
  })
  render(
    <AtWork userId={userId}>
      <button type="button">Before</button>
      <RouterProvider router={router} />
    </AtWork>,
  )
  await screen.findByRole('heading', { name: 'Here' })
  const user = userEvent.setup({ delay: null })
  screen.getByRole('button', { name: 'Before' }).focus()
  await user.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Search or jump to' })
  return { router, user, box, did }
}
const write = (box: HTMLElement, text: string) => fireEvent.change(box, { target: { value: text } })
/** What was found; the last line leads to all results, whatever they are. */
const options = () =>
  screen
    .queryAllByRole('option')
    .map(option => option.textContent)
    .filter(text => !text?.startsWith('All results'))
const group = (name: string) => within(screen.getByRole('group', { name }))
const everything = ['52-a', '52-b', '52-d', '107-a', '60-a', '60-b']

it('goes to a page, with the keys of a combobox', async () => {
  const { router, user, box } = await open(everything)
  expect(document.activeElement).toBe(box)
  write(box, 'dealer br')
  const [first] = screen.getAllByRole('option')
  expect(box.getAttribute('aria-activedescendant')).toBe(first!.id)
  expect(first!.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  expect(router.state.location.pathname).toBe('/dealer-branch/dealer-branch-list')
  expect(screen.queryByRole('combobox')).toBeNull()
})

it('leads to the scanner', async () => {
  const { router, user, box } = await open(['52-a'])
  write(box, 'scanner')
  await user.click(await screen.findByRole('option', { name: 'Scanner' }))
  expect(router.state.location.pathname).toBe('/scanner')
})

it('shows only what this person may open, create and find', async () => {
  const { box } = await open(['52-a'])
  await waitFor(() => expect(screen.getByRole('group', { name: 'Go to' })).toBeTruthy())
  expect(options().filter(text => text?.startsWith('New dealer'))).toEqual([])
  expect(options().filter(text => text?.startsWith('Users'))).toEqual([])
  write(box, 'srinagar')
  // The city is on every device; its list is open to others.
  await waitFor(() => expect(options()).toEqual(['Śrīnagar showroom+91 98300 41172Dealer branches']))
})

it('finds records of this device by a fragment, and opens what was chosen', async () => {
  const { router, user, box } = await open(everything)
  write(box, '1172')
  await user.click(await screen.findByRole('option', { name: /Śrīnagar/ }))
  expect(router.state.location.pathname).toBe('/dealer-branch/dealer-branch-details/501')
})

it('leaves out what is archived, and leads to the list where a record has no page', async () => {
  const { router, user, box } = await open(everything)
  write(box, 'pune')
  expect(options()).toEqual([])
  expect(await screen.findByText('Nothing matches “pune”')).toBeTruthy()
  write(box, 'srinagar')
  await user.click(await screen.findByRole('option', { name: /Srinagar/ }))
  expect(router.state.location.pathname + router.state.location.search).toBe('/settings/city-list?q=Srinagar')
})

it('offers what the page can do, with its keys', async () => {
  const { user, did } = await open(everything)
  const line = group('On this page').getByRole('option', { name: /New thing/ })
  expect(line.textContent).toBe('New thingAltC')
  await user.click(line)
  expect(did).toHaveBeenCalledOnce()
})

it('changes the theme', async () => {
  const { user, box } = await open(everything)
  write(box, '> dark mode')
  await user.keyboard('{Enter}')
  expect(document.documentElement.classList.contains('dark')).toBe(true)
})

/** What a scan gun sends: keys 12 ms apart, and Enter. */
function scan(box: HTMLElement, label: string, at: number) {
  for (const [i, key] of [...label.split(''), 'Enter'].entries()) {
    if (key === 'Enter') write(box, label)
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at + i * 12 })
    act(() => void box.dispatchEvent(event))
  }
}

it('opens exactly what a scan names, and nothing that merely looks like it', async () => {
  const { router, box } = await open(everything)
  write(box, 'srinagar')
  await screen.findByRole('option', { name: /^Śrīnagar showroom/ })
  scan(box, 'dealer', 1e7)
  expect(router.state.location.pathname).toBe('/home')
  scan(box, '501', 1e7 + 5_000)
  expect(router.state.location.pathname).toBe('/dealer-branch/dealer-branch-details/501')
})

it('says that it works with what this device holds while there is no connection', async () => {
  const { box } = await open(everything)
  write(box, 'srinagar')
  await screen.findByRole('option', { name: /^Śrīnagar showroom/ })
  act(() => markConnection({ online: false }))
  expect(screen.getByText(/Only what this device holds/)).toBeTruthy()
  write(box, 'showroom')
  expect(screen.getByRole('option', { name: /^Śrīnagar showroom/ })).toBeTruthy()
  act(() => markConnection({ online: true }))
})

it('finds without a connection what was made, renamed and archived since, as it is called by now', async () => {
  server.write('dealerBranch', 503, { name: 'Nashik corner', active: true })
  const { box } = await open(everything)
  write(box, 'nashik')
  await screen.findByRole('option', { name: /^Nashik corner/ })
  await connect(server, false)
  await act(async () => {
    await writes.save({ name: 'Nagpur showroom' }, 900)
    await writes.change({ id: 501, version: 1 }, { name: 'Leh showroom' })
    await writes.archive({ id: 503, version: 1 })
  })
  write(box, 'showroom')
  await waitFor(() => {
    const names = options().map(text => text?.split(' showroom')[0])
    expect(new Set(names)).toEqual(new Set(['Leh', 'Nagpur']))
  })
  write(box, 'nashik')
  await waitFor(() => expect(options()).toEqual([]))
  act(() => markConnection({ online: true }))
})
