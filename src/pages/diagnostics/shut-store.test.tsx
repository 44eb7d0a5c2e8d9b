import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { markConnection } from '#src/offline/connection.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { MemoryRouter } from 'react-router-dom'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { doesNotOpen, plantWaiting, writtenByNewer } from '../../../tests/support/shut-store.ts'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { DiagnosticsPage } from '../diagnostics-page.tsx'
import { gatherFacts } from './facts.ts'

let userId = 9_440
beforeAll(() => speakEnglish('ui', 'shell', 'diagnostics', 'readiness', 'problems'))
beforeEach(async () => {
  act(() => markConnection({ trouble: null, shut: null }))
  syncDouble()
  userId += 1
  await begin({ userId, permissions: [] })
})
afterEach(() => void vi.restoreAllMocks())

const open = () =>
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <DiagnosticsPage />
      </MemoryRouter>
    </AtWork>,
  )
const fact = (name: string) => screen.getByText(name).closest('dt')?.nextElementSibling?.textContent

test('of a store that does not open it is shown what lies in it, and not that nothing is kept', async () => {
  await plantWaiting(userId, 7, db => db.drafts.put({ key: 'customer:7', value: {}, at: 1 }))
  await writtenByNewer(userId)
  open()
  expect(await screen.findByText('Not sent yet')).toBeTruthy()
  expect([fact('Changes'), fact('Drafts'), fact('outbox')]).toEqual(['7', '1', '7'])
  expect(screen.queryByText('This browser keeps no data.')).toBeNull()
})

test('where it cannot be read either, that is said', async () => {
  await plantWaiting(userId, 7)
  doesNotOpen(userId)
  open()
  expect(await screen.findAllByText('It cannot be read now.')).toHaveLength(2)
  expect(screen.queryByText('This browser keeps no data.')).toBeNull()
  expect(screen.queryByText('Nothing is kept in this browser.')).toBeNull()
})

test('a browser that keeps nothing is said to keep nothing', async () => {
  doesNotOpen(userId)
  open()
  expect(await screen.findByText('This browser keeps no data.')).toBeTruthy()
  expect(screen.getAllByText('Nothing is kept in this browser.')).toHaveLength(2)
})

test('one that was closed for a newer build in another tab is read all the same', async () => {
  const db = await openUserDb(userId, register)
  await plantWaiting(userId, 2)
  await writtenByNewer(userId)
  expect(db.isOpen()).toBe(false)
  const { unsent, stores, keepsNothing } = await gatherFacts(db.name, db)
  expect(unsent).toMatchObject({ changes: 2 })
  expect(stores).toContainEqual({ name: 'outbox', rows: 2 })
  expect(keepsNothing).toBe(false)
})
