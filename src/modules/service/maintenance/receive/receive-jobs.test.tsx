import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allPermissions } from '#contract/permissions.ts'
import { makeDesk } from '#src/scan/modes/desk.ts'
import { AtDesk, scanAt } from '../../../../../tests/support/at-desk.tsx'
import { begin, showAtWork, speakEnglish } from '../../../../../tests/support/at-work.tsx'
import { foundOn } from '../../../../../tests/support/found-on-server.ts'
import { syncDouble, type SyncDouble } from '../../../../../tests/support/sync-double.ts'
import { ReceiveJobs } from './receive-jobs.tsx'

/** Above every id that a test of another file takes. */
let userId = 24_300
let server: SyncDouble
const { findScanned, readRecord } = vi.hoisted(() => ({ findScanned: vi.fn(), readRecord: vi.fn() }))
vi.mock('#src/scan/find.ts', () => ({ findScanned }))
vi.mock('#src/data/read-record.ts', () => ({ readRecord }))
let desk: ReturnType<typeof makeDesk>
beforeAll(() => speakEnglish('ui', 'crud', 'scan', 'maintenance', 'unit', 'dispatch', 'problems', 'lists'))
beforeEach(async () => {
  userId += 1
  server = syncDouble()
  const found = foundOn(server)
  findScanned.mockImplementation(found.findScanned)
  readRecord.mockImplementation(found.readRecord)
  desk = makeDesk()
  server.state.groups = { hash: 'h1', names: ['lists', 'unit', 'maintenance'] }
  server.state.writes = () => ({ stage: 'received', receivedAt: new Date().toISOString() })
  server.state.routes['GET /maintenance'] = () => ({ rows: [server.rows.get(900)!.row], next: null })
  const updatedAt = new Date().toISOString()
  for (const id of [11, 12])
    server.write('unit', id, { serial: `SN-${id}`, product: 5, stage: 'withCustomer', holder: 'customer', updatedAt })
  server.write('maintenance', 900, {
    number: 'SVC-900',
    stage: 'inTransit',
    serviceMode: 'courier',
    receivedAt: null,
    unit: 11,
    serial: 'SN-11',
    name: 'Asha Rao',
    updatedAt,
  })
  await begin({ userId, permissions: allPermissions })
  const at = (
    <AtDesk desk={desk}>
      <ReceiveJobs />
    </AtDesk>
  )
  showAtWork(userId, createMemoryRouter([{ path: '/', element: at }]))
  await screen.findByText('Scan the first device')
})

const said = () => screen.getAllByRole('status')[0]!
/** What was done; that it was scanned is told besides. */
const sent = () =>
  server.state.pushes.flatMap(({ ops }) =>
    (ops as Intent[]).flatMap(({ op, id }) => (op.endsWith('.scan') ? [] : `${op} ${id}`)),
  )

test('a device is received for the job that waits for it, once, by its own label or that of the job', async () => {
  await scanAt(desk, 'unit 11')
  await waitFor(() => expect(server.rows.get(900)!.row.stage).toBe('received'))
  await scanAt(desk, 'maintenance 900')
  expect(await within(said()).findByText('Already scanned here')).toBeTruthy()
  expect(sent()).toEqual(['maintenance.receive 900'])
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('a device without a job that this person may see can be taken in', async () => {
  await scanAt(desk, 'unit 12')
  expect(await within(said()).findByText('No job that you may see is open for this device.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Take it in' }).getAttribute('href')).toContain('unit=12')
})
