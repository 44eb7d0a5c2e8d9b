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
  await person.type(screen.getByRole('textbox', { name: /How many/ }), '3')
  await scan(12)
  expect(await within(said()).findByText(/It belongs to a customer/)).toBeTruthy()
  // It is not moved, and nothing is moved behind it before somebody has put it aside.
  await scan(11)
  const block = await screen.findByRole('alertdialog')
  await person.click(within(block).getByRole('button', { name: 'I put it aside, scan on' }))
  await waitFor(() => expect(sent()).toEqual(['unit.scan 12']))
  expect(screen.getByText('3 left to move')).toBeTruthy()
  await scan(11)
  expect(await screen.findByText('2 left to move')).toBeTruthy()
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

test('fifty serial numbers are moved without a touch of the screen, and the last comes back by one press', async () => {
  for (let id = 101; id <= 150; id += 1)
    server.write('unit', id, { ...server.rows.get(11)!.row, serial: `SN-${id}`, stage: 'quarantine' })
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Put in stock' }))
  await person.type(screen.getByRole('textbox', { name: /How many/ }), '50')
  await scanAt(desk, ...Array.from({ length: 50 }, (_, at) => `unit ${101 + at}`))
  expect(await screen.findByText('0 left to move', undefined, { timeout: 15_000 })).toBeTruthy()
  const moved = () =>
    server.state.pushes.flatMap(({ ops }) => (ops as Intent[]).filter(one => one.op === 'unit.restock'))
  await waitFor(() => expect(moved()).toHaveLength(50), { timeout: 15_000 })
  expect(moved().map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => 101 + at))
  await person.click(within(said()).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 left to move')).toBeTruthy()
  await waitFor(() => expect(sent()).toContain('unit.quarantine 150'))
})
