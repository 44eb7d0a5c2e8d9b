import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allPermissions } from '#contract/permissions.ts'
import { SCANNED_CODE } from '#src/lib/keys/scanned-record.ts'
import { readConnection } from '#src/offline/connection.ts'
import { makeDesk } from '#src/scan/modes/desk.ts'
import { shownToasts } from '#src/ui/toast.ts'
import { AtDesk, scanAt } from '../../../../../tests/support/at-desk.tsx'
import { begin, connect, showAtWork, speakEnglish } from '../../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../../../../tests/support/sync-double.ts'
import { ReceiveUnits } from './receive-units.tsx'

/** Above every id that a test of another file takes. */
let userId = 24_600
let server: SyncDouble
let desk: ReturnType<typeof makeDesk>
let received: { serial: string }[][]
beforeAll(() => speakEnglish('ui', 'crud', 'scan', 'unit', 'product', 'part', 'problems', 'lists', 'outbox'))
beforeEach(async () => {
  userId += 1
  server = syncDouble()
  desk = makeDesk()
  received = []
  server.state.groups = { hash: 'h1', names: ['lists', 'unit', 'product', 'part'] }
  server.write('product', 5, { name: 'Dryer', sku: 'DRY', serialised: true, colours: [] })
  server.write('unit', 11, {
    serial: 'SN-11',
    product: 5,
    stage: 'inStock',
    holder: 'us',
    updatedAt: new Date().toISOString(),
  })
  server.state.routes['GET /product/pick'] = () => ({ rows: [{ id: 5, title: 'Dryer' }] })
  server.state.routes['POST /unit/receive'] = async request => {
    const { devices } = (await request.json()) as { devices: { serial: string }[] }
    received.push(devices)
    return { received: devices.length }
  }
  await begin({ userId, permissions: allPermissions })
})

async function open() {
  const at = (
    <AtDesk desk={desk}>
      <ReceiveUnits />
    </AtDesk>
  )
  const person = showAtWork(userId, createMemoryRouter([{ path: '/', element: at }]))
  const field = await screen.findByRole('combobox', { name: 'Product' })
  await waitFor(() => expect(readConnection().lastSyncAt).not.toBeNull())
  // As a gun does it.
  act(() => void field.closest('[data-record]')!.dispatchEvent(new CustomEvent(SCANNED_CODE, { detail: 'DRY' })))
  await screen.findByText('Scan the first serial number')
  return person
}
const scan = (...codes: string[]) => scanAt(desk, ...codes)
const said = () => screen.getAllByRole('status')[0]!
const press = (count: string) => screen.findByRole('button', { name: `Receive ${count}` })

test('what is scanned once is collected in its order, the last is taken back, and one press receives the rest', async () => {
  const person = await open()
  // Each is nearly the one before.
  await scan('SN-21', 'SN-22', 'sn-22', 'SN-23')
  await press('3 devices')
  await scan('SN-11')
  expect(within(await screen.findByRole('alertdialog')).getByText(/It is here as: In stock/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'I put it aside, scan on' }))
  await person.click(screen.getByRole('button', { name: 'Undo SN-23' }))
  await person.click(await press('2 devices'))
  await waitFor(() =>
    expect(received).toEqual([
      [
        { serial: 'SN-21', product: 5, colour: null, place: 'inStock' },
        { serial: 'SN-22', product: 5, colour: null, place: 'inStock' },
      ],
    ]),
  )
  await waitFor(() => expect(shownToasts().at(-1)?.message).toBe('2 devices received'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Receive/ })).toBeNull())
})

test('the first and the last bring all between them; what the server knows is named, and nothing is lost', async () => {
  const person = await open()
  const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
  type('First serial number', 'B-098')
  type('Last serial number', 'C-101')
  expect(screen.getByText(/begin differently/)).toBeTruthy()
  type('Last serial number', 'B-101')
  await person.click(screen.getByRole('button', { name: 'Put 4 devices on the list' }))
  const message = 'Nothing was received: of 4 serial numbers 1 is known already: B-099.'
  server.state.routes['POST /unit/receive'] = () =>
    Response.json(
      { code: 'invalid', message, fields: { 'devices.1.serial': 'Known already.' }, requestId: 'r' },
      { status: 400 },
    )
  await person.click(await press('4 devices'))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(within((await screen.findByText('Known already.')).closest('li')!).getByText('B-099')).toBeTruthy()
  // The others can be received.
  expect(await press('3 devices')).toBeTruthy()
})

test('without a connection each is kept on this device, and sent by itself', async () => {
  const person = await open()
  await haveNumbers(server)
  await connect(server, false)
  await scan('SN-31', 'SN-32')
  await person.click(await press('2 devices'))
  expect(await screen.findAllByText('Kept on this device until it is sent')).toHaveLength(2)
  await connect(server, true)
  const sent = () =>
    server.state.pushes.flatMap(({ ops }) =>
      (ops as Intent[]).filter(one => one.op === 'unit.create').map(({ op, args }) => [op, args.serial]),
    )
  await waitFor(
    () =>
      expect(sent().toSorted(([, a], [, b]) => String(a).localeCompare(String(b)))).toEqual([
        ['unit.create', 'SN-31'],
        ['unit.create', 'SN-32'],
      ]),
    { timeout: 15_000 },
  )
})

test('before the product is chosen nothing is taken', async () => {
  const at = (
    <AtDesk desk={desk}>
      <ReceiveUnits />
    </AtDesk>
  )
  showAtWork(userId, createMemoryRouter([{ path: '/', element: at }]))
  await screen.findByText('Choose the product first')
  await scan('SN-41')
  expect(await within(said()).findByText(/Then scan the serial number/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Receive/ })).toBeNull())
})
