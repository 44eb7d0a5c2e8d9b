import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allPermissions } from '#contract/permissions.ts'
import { makeDesk } from '#src/scan/modes/desk.ts'
import { AtDesk, scanAt } from '../../../../../tests/support/at-desk.tsx'
import { begin, showAtWork, speakEnglish } from '../../../../../tests/support/at-work.tsx'
import { foundOn } from '../../../../../tests/support/found-on-server.ts'
import { syncDouble, type SyncDouble } from '../../../../../tests/support/sync-double.ts'
import { HandOver } from './hand-over.tsx'

let server: SyncDouble
const { findScanned, readRecord } = vi.hoisted(() => ({ findScanned: vi.fn(), readRecord: vi.fn() }))
vi.mock('#src/scan/find.ts', () => ({ findScanned }))
vi.mock('#src/data/read-record.ts', () => ({ readRecord }))
/** Above every id that a test of another file takes. */
let userId = 24_200
let desk: ReturnType<typeof makeDesk>
beforeAll(() => speakEnglish('ui', 'crud', 'scan', 'dispatch', 'problems', 'lists'))
beforeEach(async () => {
  userId += 1
  server = syncDouble()
  const found = foundOn(server)
  findScanned.mockImplementation(found.findScanned)
  readRecord.mockImplementation(found.readRecord)
  desk = makeDesk()
  server.state.groups = { hash: 'h1', names: ['lists', 'dispatch'] }
  for (const id of [801, 802])
    server.write('dispatch', id, {
      number: `D-${id}`,
      stage: 'labelled',
      direction: 'out',
      courier: 5,
      order: 70,
      updatedAt: new Date().toISOString(),
    })
  await begin({ userId, permissions: allPermissions })
})

/** What was done; that it was scanned is told besides. */
const sent = () =>
  server.state.pushes.flatMap(({ ops }) =>
    (ops as Intent[]).flatMap(({ op, id }) => (op.endsWith('.scan') ? [] : `${op} ${id}`)),
  )

test('a parcel that is another courier’s by now is not handed over with the others', async () => {
  const at = (
    <AtDesk desk={desk}>
      <HandOver />
    </AtDesk>
  )
  const person = showAtWork(userId, createMemoryRouter([{ path: '/', element: at }]))
  await screen.findByText('Scan the first parcel')
  await scanAt(desk, 'dispatch 801', 'dispatch 802')
  const press = await screen.findByRole('button', { name: /^Hand 2 parcels/ })
  server.write('dispatch', 802, { courier: 6 })
  await person.click(press)
  expect(await screen.findByText(/It goes with another courier/)).toBeTruthy()
  await waitFor(() => expect(sent()).toEqual(['dispatch.handOver 801']))
  // What was not done keeps its person here.
  expect(screen.getByRole('heading', { name: 'Not accepted' })).toBeTruthy()
})
