import { act, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { register } from '#contract/register.ts'
import { Everywhere } from '#src/app/everywhere.tsx'
import { openShortcutSheet } from '#src/app/keys/open-sheet.ts'
import { setShortcutsOff } from '#src/lib/keys/shortcuts.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { waitingPhoto } from '../../../tests/support/waiting-photo.ts'
import { OutboxPage } from '../outbox-page.tsx'

let server: SyncDouble
let userId = 8_900

beforeAll(() =>
  speakEnglish('ui', 'crud', 'outbox', 'dealerBranch', 'lists', 'problems', 'keys', 'changes', 'shell', 'palette'),
)
beforeEach(async () => {
  server = syncDouble()
  userId += 1
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
})
afterEach(() => setShortcutsOff([]))

const noted = (id: number, note: string) =>
  waitingOp({
    op: 'dealerBranch.change',
    id,
    lane: `dealerBranch:${id}`,
    userId,
    args: { note },
    state: 'rejected',
    problem: { code: 'invalid', message: 'Not like this.', at: Date.now() },
  })
/** Two changes that were not accepted, and a photo below them. */
async function open() {
  const db = await openUserDb(userId, register)
  await db.outbox.bulkPut([noted(71, 'First'), noted(72, 'Second')])
  await db.blobs.put(waitingPhoto({ record: 71 }))
  db.close()
  await connect(server, false)
  const page = (
    <>
      <main>
        <OutboxPage />
      </main>
      <Everywhere />
    </>
  )
  const hand = showAtWork(
    userId,
    createMemoryRouter([
      { path: '/', element: page },
      { path: '*', element: null },
    ]),
  )
  await waitFor(() => expect(stops()).toHaveLength(3))
  return hand
}
const stops = () => [...document.querySelectorAll<HTMLElement>('[data-op]')]
const isAt = (index: number) => expect(stops().indexOf(document.activeElement as HTMLElement)).toBe(index)

test('Up and Down go from change to change and to the files, Delete discards, and a menu keeps its own keys', async () => {
  const hand = await open()
  act(() => stops()[0]!.focus())
  await hand.keyboard('{ArrowUp}')
  isAt(0)
  await hand.keyboard('{ArrowDown}')
  isAt(1)
  await hand.keyboard('{ArrowDown}{ArrowDown}')
  isAt(2)
  await hand.keyboard('{ArrowUp}')
  isAt(1)
  // A menu of a change has arrows of its own.
  await hand.click(screen.getAllByRole('button', { name: /^More for/ })[0]!)
  await screen.findAllByRole('menuitem')
  await hand.keyboard('{ArrowDown}')
  expect(document.activeElement?.closest('[role=menu]')).toBeTruthy()
  await hand.keyboard('{Escape}')
  // From whatever stands in a change.
  act(() => screen.getAllByRole('button', { name: 'Edit' })[0]!.focus())
  await hand.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(document.activeElement?.textContent).toBe('Edit')
  await hand.keyboard('{ArrowDown}')
  isAt(1)
  await hand.keyboard('{Delete}')
  expect(await screen.findByRole('dialog', { name: /^Discard/ })).toBeTruthy()
  await hand.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the sheet of shortcuts has the keys of the changes, and what is switched off in it does nothing and is not said', async () => {
  const hand = await open()
  const said = 'Up and down go from change to change. Enter shows the values of a change. Delete discards it.'
  expect(screen.getByText(said)).toBeTruthy()
  act(() => openShortcutSheet())
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const here = within(within(sheet).getByRole('heading', { name: 'On this page' }).closest('section')!)
  expect(here.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Go from change to change↑or↓',
    'Discard the changeDelete',
  ])
  const flip = (name: string) => hand.click(here.getByRole('switch', { name: `${name}: On` }))
  await flip('Go from change to change')
  await flip('Discard the change')
  await hand.click(within(sheet).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(said)).toBeNull()
  expect(screen.getByText('Enter shows the values of a change.')).toBeTruthy()
  act(() => stops()[0]!.focus())
  await hand.keyboard('{ArrowDown}{Delete}')
  isAt(0)
  expect(screen.queryByRole('dialog')).toBeNull()

  act(() => openShortcutSheet())
  const again = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  await hand.click(again.getByRole('switch', { name: 'Go from change to change: On' }))
  await hand.click(again.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => stops()[0]!.focus())
  await hand.keyboard('{ArrowDown}')
  isAt(1)
})
