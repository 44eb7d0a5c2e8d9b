import { expect, test } from 'vitest'
import type { Row } from './module.ts'
import { maintenance } from './modules/service/maintenance.ts'
import { picturesOf } from './pictures.ts'

const NOW = Date.parse('2026-06-30T12:00:00Z')
const job = (more: Partial<Row>): Row => ({
  id: 1,
  version: 1,
  createdAt: '2026-06-01T00:00:00.000Z',
  createdBy: 1,
  updatedAt: '2026-06-29T00:00:00.000Z',
  updatedBy: 1,
  archivedAt: null,
  stage: 'assigned',
  assignedTo: 7,
  dealerBranch: null,
  scheduledAt: '2026-07-02T08:00:00.000Z',
  photos: [11, 12],
  signature: [13],
  ...more,
})
const taken = (more: Partial<Row>) => picturesOf(maintenance, job(more), { id: 7, branch: null }, NOW)?.ids ?? []

test('the photos of my open jobs of the next two weeks are taken along, and of those that are late or have no time', () => {
  expect(taken({})).toEqual([11, 12])
  expect(taken({ scheduledAt: '2026-07-14T12:00:00.000Z' })).toEqual([11, 12])
  expect(taken({ scheduledAt: '2026-07-14T12:00:00.001Z' })).toEqual([])
  expect(taken({ scheduledAt: '2026-05-01T00:00:00.000Z' })).toEqual([11, 12])
  expect(taken({ scheduledAt: null })).toEqual([11, 12])
})

test('those of others, of what is over or put away are not, and a job without photos asks for nothing', () => {
  expect(taken({ assignedTo: 8 })).toEqual([])
  expect(taken({ stage: 'handedOver' })).toEqual([])
  expect(taken({ archivedAt: '2026-06-30T00:00:00.000Z' })).toEqual([])
  expect(picturesOf(maintenance, job({ photos: [] }), { id: 7, branch: null }, NOW)).toBeNull()
})

test('the earliest come first, and what has no time comes last', () => {
  const by = (scheduledAt: string | null) =>
    picturesOf(maintenance, job({ scheduledAt }), { id: 7, branch: null }, NOW)?.by
  expect(by('2026-07-01T00:00:00.000Z')!).toBeLessThan(by('2026-07-02T00:00:00.000Z')!)
  expect(by('2026-07-02T00:00:00.000Z')!).toBeLessThan(by(null)!)
})
