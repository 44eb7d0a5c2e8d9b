import { expect, test } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { bulkOffers, mayChange } from './bulk-target.ts'

const preview = { module: 'unit', unchanged: 0, refusedCount: 0, refused: [], turns: [] }

test('where only the first of many were judged, the others are among those that may be changed', () => {
  expect(mayChange({ ...preview, count: 10_400, judged: 2_200, changes: 2_200 })).toBe(10_400)
  expect(mayChange({ ...preview, count: 10_400, judged: 2_200, changes: 0 })).toBe(8_200)
  expect(mayChange({ ...preview, count: 6, judged: 6, changes: 4 })).toBe(4)
  expect(mayChange({ ...preview, count: 6, judged: 6, changes: 0 })).toBe(0)
})

test('what is meant for one record alone is not offered for many', () => {
  const actor: Actor = {
    id: 4,
    branch: null,
    scopes: {},
    statusPermission: 'all',
    permissions: new Set(['40-c']),
    approves: new Set(),
  }
  const { moves } = bulkOffers(maintenance, false, null, actor)
  expect(moves).toContain('assign')
  expect(moves).not.toContain('mail')
})
