import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { useUnsent } from '#src/data/use-unsent.ts'
import { closeUserDb, openUserDb } from '#src/offline/user-db.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { OutboxPage } from '../outbox-page.tsx'

let server: SyncDouble
let userId = 8_390
beforeAll(() => speakEnglish('ui', 'crud', 'outbox', 'dealerBranch', 'problems', 'keys', 'shell'))
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server = syncDouble()
  userId += 1
  await begin({ userId, permissions: ['90-a', '90-b'] })
})
afterEach(() => vi.restoreAllMocks())

const changeOf = (id: number, more: object = {}) => ({
  ...waitingOp({
    op: 'dealerBranch.change',
    id,
    lane: `dealerBranch:${id}`,
    userId,
    at: Date.now(),
    args: { note: 'N' },
  }),
  ...more,
})
const refused = { state: 'rejected', nextAt: 0 }
const damages: [string, object][] = [
  ['words that are none', { args: null }],
  ['an action that is none', { op: 7 }],
  ['records before it that are none', { deps: 'none' }],
  ['a time that is none', { at: 'some time' }],
  ['an answer that is none', { ...refused, problem: 'No' }],
  ['an answer about fields that are none', { ...refused, problem: { code: 'invalid', message: 'No', asks: 3 } }],
]

test.each(damages)('a change with %s leaves what else waits in place, and stays where it lies', async (_, damage) => {
  const db = await openUserDb(userId, register)
  const damaged = changeOf(77, damage)
  await db.table('outbox').bulkPut([damaged, changeOf(78)])
  closeUserDb(db)
  let count = 0
  function Probe() {
    ;({ count } = useUnsent())
    return <OutboxPage />
  }
  showAtWork(userId, createMemoryRouter([{ path: '*', element: <Probe /> }]))
  expect(await screen.findByText('1 change on this device is damaged and cannot be read.')).toBeTruthy()
  await waitFor(() =>
    expect(server.state.pushes.flatMap(({ ops }) => ops.map(op => 'id' in op && op.id))).toEqual([78]),
  )
  await waitFor(() => expect(count).toBe(1))
  expect(screen.queryByText(/Unexpected Application Error/)).toBeNull()
  expect(screen.queryByText('Everything is sent')).toBeNull()
  const again = await openUserDb(userId, register)
  expect(await again.outbox.get(damaged.seq)).toEqual(damaged)
  closeUserDb(again)
})
