import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allFields } from '#contract/module.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { readConnection } from '#src/offline/connection.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { answerScans } from '../../../../tests/support/scan-on-server.ts'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { dispatchContents } from '../dispatch-contents.ts'
import { dispatchPages } from '../dispatch.ts'
import { DispatchesTab } from './dispatches-tab.tsx'
import { JobPackPage } from './pack-page.tsx'

const screens = { ...dispatchPages, ...dispatchContents }

/** Above every id that a test of another file takes. */
let userId = 14_800
let server: SyncDouble
beforeAll(() =>
  speakEnglish('ui', 'crud', 'maintenance', 'dispatch', 'product', 'scan', 'unit', 'problems', 'keys', 'lists'),
)

const blank = (module: typeof dispatch | typeof maintenance) =>
  Object.fromEntries(Object.keys(allFields(module)).map(name => [name, null]))
const job = (more: object = {}) => ({
  ...blank(maintenance),
  number: 'MNT-2026-000007',
  name: 'Ananya Banerjee',
  phone: '+919830041172',
  pincode: '700019',
  stage: 'ready',
  assignedTo: userId,
  serviceMode: 'carryIn',
  cover: 'paid',
  priority: 'normal',
  ...Object.fromEntries(
    ['problems', 'checks', 'checklist', 'parts', 'labour', 'charges', 'photos', 'signature', 'tags'].map(name => [
      name,
      [],
    ]),
  ),
  unit: 301,
  product: 5,
  serial: 'KWP24-118219',
  accessories: 'Charger and case',
  total: 0,
  ...more,
})
const device = { id: 801, line: null, product: 5, serial: null, text: null, qty: 1, units: [], counted: null }
const charger = { ...device, id: 802, product: null, text: 'Charger and case' }
const parcel = (id: number, more: object = {}) =>
  server.write('dispatch', id, {
    ...blank(dispatch),
    direction: 'out',
    maintenance: 7,
    stage: 'draft',
    items: [device, charger],
    parcels: [],
    events: [],
    number: `DSP-2026-${id}`,
    ...more,
  })

beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'dispatch', 'unit', 'product'] }
  server.write('maintenance', 7, job())
  server.write('product', 5, { name: 'Kneadwell Pro', sku: 'KWP24', serialised: true })
  server.state.routes['GET /maintenance/7'] = () => server.rows.get(7)!.row
  // Whoever opens a job takes it along, whosever it is.
  server.state.routes['POST /sync/rows'] = () => {
    const { row } = server.rows.get(7)!
    return {
      epoch: server.state.epoch,
      seq: server.state.seq,
      changes: [{ t: 'maintenance', id: 7, v: row.version, row }],
    }
  }
  answerScans(server)
  for (const name of ['maintenance', 'product', 'unit', 'dispatch']) {
    server.state.routes[`GET /${name}`] = () => ({
      rows: [...server.rows.values()].filter(({ t }) => t === name).map(({ row }) => row),
      next: null,
    })
    server.state.routes[`GET /${name}/pick`] = () => ({ rows: [] })
  }
})

async function open() {
  await begin({ userId, permissions: ['40-d', '40-e', '103-a', '103-d'] })
  const routes = [
    {
      path: '/maintenances/maintenance-dispatch/:id',
      element: <JobPackPage screens={screens} title="dispatch:titles.packJob" />,
    },
  ]
  const person = showAtWork(
    userId,
    createMemoryRouter(routes, { initialEntries: ['/maintenances/maintenance-dispatch/7'] }),
  )
  await waitFor(() => expect(!readConnection().syncing && readConnection().lastSyncAt !== null).toBe(true))
  return person
}
const sent = () =>
  server.state.pushes.flatMap(({ ops }) =>
    (ops as (Intent | object)[]).filter(one => 'op' in one).filter(({ op }) => !op.endsWith('.scan')),
  )
const scan = async (code: string) => {
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Scan or type a serial number' })
  fireEvent.change(box, { target: { value: code } })
  fireEvent.submit(box)
}
const itemsOf = (id: number) =>
  (server.rows.get(id)!.row as unknown as { items: { units: number[]; counted: number | null }[] }).items

test('its device goes with it in any case, and what came with it unless somebody leaves that out', async () => {
  const person = await open()
  await screen.findByText('Charger and case')
  expect(screen.queryByRole('button', { name: 'One Kneadwell Pro less' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'One Charger and case less' }))
  await person.click(screen.getByRole('button', { name: 'Start packing 1 piece' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    op: 'dispatch.create',
    args: {
      maintenance: 7,
      name: 'Ananya Banerjee',
      pincode: '700019',
      codAmount: null,
      items: [{ product: 5, line: null, qty: 1, units: [], text: null }],
    },
  })
})

test('its device is known by the number on the job, though this device has never heard of it; the rest is ticked', async () => {
  parcel(41)
  const person = await open()
  await scan('kwp24-118219')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  await waitFor(() => expect(itemsOf(41)[0]!.units).toEqual([301]))
  await scan('KWP24-118219')
  expect(await screen.findByText('Already in this parcel')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'One Charger and case is in' }))
  expect(await screen.findByText('Nothing left to scan')).toBeTruthy()
  await waitFor(() => expect(itemsOf(41)[1]!.counted).toBe(1))
})

test('another device blocks, whatever it is', async () => {
  parcel(41)
  await open()
  await scan('KWP24-999999')
  const block = await screen.findByRole('alertdialog')
  expect(within(block).getByText('This is not the device of this job.', { exact: false })).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a device that is none of ours is checked by the number that its customer told, or ticked off without one', async () => {
  server.write('maintenance', 7, job({ unit: null, serial: 'FOREIGN-1', accessories: null }))
  parcel(41, { items: [{ ...device, serial: 'FOREIGN-1' }] })
  await open()
  expect(screen.queryByRole('button', { name: 'One Kneadwell Pro is in' })).toBeNull()
  await scan('foreign-1')
  await waitFor(() => expect(itemsOf(41)[0]).toMatchObject({ units: [], counted: 1 }))
})

test('without any number it is looked at and ticked off', async () => {
  server.write('maintenance', 7, job({ unit: null, serial: null, accessories: null }))
  parcel(41, { items: [device] })
  const person = await open()
  await scan('WHATEVER')
  const block = await screen.findByRole('alertdialog')
  expect(within(block).getByText('The job knows no serial number', { exact: false })).toBeTruthy()
  await person.keyboard('{Enter}')
  await person.click(await screen.findByRole('button', { name: 'One Kneadwell Pro is in' }))
  await waitFor(() => expect(itemsOf(41)[0]).toMatchObject({ counted: 1 }))
})

test.each([
  [{ stage: 'inRepair' }, 'This job is not ready yet'],
  [{ serviceMode: 'onSite' }, 'This job is done on site'],
  [{ stage: 'handedOver' }, 'Nothing of this job is left to pack'],
])('says why there is nothing to pack: %o', async (more, said) => {
  server.write('maintenance', 7, job(more))
  await open()
  expect(await screen.findByText(said)).toBeTruthy()
})

test('the job’s own page leads there, until there is a parcel', async () => {
  await begin({ userId, permissions: ['40-d', '40-e'] })
  const show = () =>
    showAtWork(
      userId,
      createMemoryRouter([
        {
          path: '/',
          element: <DispatchesTab module={maintenance} record={{ ...itemRow(7), ...job() }} field="maintenance" />,
        },
      ]),
    )
  show()
  const link = await screen.findByRole('link', { name: 'Pack' })
  expect(link.getAttribute('href')).toBe('/maintenances/maintenance-dispatch/7?new')
  expect(screen.getByText('Nothing of this job was packed yet.')).toBeTruthy()
})
