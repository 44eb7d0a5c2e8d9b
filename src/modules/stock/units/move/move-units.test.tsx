import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allPermissions } from '#contract/permissions.ts'
import { makeDesk } from '#src/scan/modes/desk.ts'
import { AtDesk, scanAt } from '../../../../../tests/support/at-desk.tsx'
import { begin, connect, showAtWork, speakEnglish } from '../../../../../tests/support/at-work.tsx'
import { foundOn } from '../../../../../tests/support/found-on-server.ts'
import { syncDouble, type SyncDouble } from '../../../../../tests/support/sync-double.ts'
import { MoveUnits } from './move-units.tsx'

/** Above every id that a test of another file takes. */
let userId = 24_100
let server: SyncDouble
const { findScanned, readRecord } = vi.hoisted(() => ({ findScanned: vi.fn(), readRecord: vi.fn() }))
vi.mock('#src/scan/find.ts', () => ({ findScanned }))
vi.mock('#src/data/read-record.ts', () => ({ readRecord }))
let desk: ReturnType<typeof makeDesk>
beforeAll(() => speakEnglish('ui', 'crud', 'scan', 'unit', 'problems', 'lists', 'outbox'))
beforeEach(async () => {
  userId += 1
  server = syncDouble()
  const found = foundOn(server)
  findScanned.mockImplementation(found.findScanned)
  readRecord.mockImplementation(found.readRecord)
  desk = makeDesk()
  server.state.groups = { hash: 'h1', names: ['lists', 'unit'] }
  const updatedAt = new Date().toISOString()
  const device = (id: number, customer: number | null) =>
    server.write('unit', id, {
      serial: `SN-${id}`,
      product: 5,
      stage: 'quarantine',
      holder: 'us',
      customer,
      order: null,
      updatedAt,
    })
  device(11, null)
  device(12, 5)
  await begin({ userId, permissions: allPermissions })
})

function open() {
  const at = (
    <AtDesk desk={desk}>
      <MoveUnits />
    </AtDesk>
  )
  return showAtWork(userId, createMemoryRouter([{ path: '/', element: at }]))
}
const scan = (id: number) => scanAt(desk, `unit ${id}`)
const said = () => screen.getAllByRole('status')[0]!
const sent = () =>
  server.state.pushes.flatMap(({ ops }) => (ops as Intent[]).map(({ op, id }) => `${op} ${id}`)).toSorted()

test('what nobody owns goes where it was said, and of a customer’s device nothing is forgotten by a scan', async () => {
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Put in stock' }))
  await scan(12)
  expect(await within(said()).findByText(/It belongs to a customer/)).toBeTruthy()
  await scan(11)
  await waitFor(() => expect(sent()).toEqual(['unit.restock 11', 'unit.scan 11', 'unit.scan 12']))
})

test('what is kept on the device says so until the server answers, and then what became of it', async () => {
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Put in stock' }))
  await connect(server, false)
  await scan(11)
  expect(await screen.findByText('Kept on this device until it is sent')).toBeTruthy()
  server.state.refuses = () => true
  await connect(server, true)
  await waitFor(() => expect(screen.queryByText('Kept on this device until it is sent')).toBeNull(), {
    timeout: 15_000,
  })
  expect(await screen.findByText('Not like this.')).toBeTruthy()
})
