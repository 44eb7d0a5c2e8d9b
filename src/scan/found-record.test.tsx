// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields } from '#contract/module.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { RecordPlacesContext, type RecordPlaces } from '#src/fields/record-places.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { FoundRecord } from './found-record.tsx'

let userId = 21_300
let server: SyncDouble
let asked: URLSearchParams[]
const blank = (module: typeof maintenance | typeof unit) =>
  Object.fromEntries(Object.keys(allFields(module)).map(name => [name, null]))
const job = { ...itemRow(41), ...blank(maintenance), number: 'SRV-2026-000041', unit: 31, stage: 'inRepair' }
const hit = { module: 'unit', id: 31, title: 'KWP24-31', archived: false, field: 'serial', code: 'KWP24-31' }

beforeAll(() => speakEnglish('ui', 'crud', 'scan', 'maintenance', 'unit', 'problems', 'lists'))
beforeEach(() => {
  userId += 1
  asked = []
  server = syncDouble()
  const device = { ...itemRow(31), ...blank(unit), serial: 'KWP24-31', product: 5, tags: [], stage: 'inService' }
  server.state.routes['GET /unit/31'] = () => device
  server.state.routes['GET /maintenance'] = ({ url }) => {
    asked.push(new URL(url).searchParams)
    return { rows: [job], next: null }
  }
})

async function found(permissions: readonly string[]) {
  await begin({ userId, permissions })
  const places = { pathTo: (module: string, id: number) => `/${module}/${id}` } as RecordPlaces
  const element = (
    <RecordPlacesContext value={places}>
      <FoundRecord hit={hit} inShort={({ record }) => <p>{`In short ${String(record.serial)}`}</p>} />
    </RecordPlacesContext>
  )
  showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
  await screen.findByText('In short KWP24-31')
}

test('beside a device its open job is one press away', async () => {
  await found(['200-a', '200-d', '40-a'])
  const link = await screen.findByRole('link', { name: 'maintenance · SRV-2026-000041 · In repair' })
  expect(link.getAttribute('href')).toBe('/maintenance/41')
  const [search] = asked
  expect(search!.get('filter[unit]')).toBe('31')
  const stages = search!.get('filter[stage]')!.split(',')
  expect(stages).toContain('inRepair')
  expect(stages).not.toContain('closed')
})

test('nobody is asked for the jobs of who may not list them', async () => {
  await found(['200-a', '200-d'])
  await waitFor(() => expect(asked).toEqual([]))
  expect(screen.queryByRole('link')).toBeNull()
})
