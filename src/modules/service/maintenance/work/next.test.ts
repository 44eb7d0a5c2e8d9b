import { expect, test } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import { maintenanceStages } from '#contract/lists/maintenance-stages.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { movesOf } from '#contract/record-rules.ts'
import { checksLeft, stepsOf } from './next.ts'

const actor: Actor = {
  id: 5,
  permissions: new Set(['40-c', '40-e']),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
}
const job = (more: Partial<Maintenance>) =>
  ({
    archivedAt: null,
    serviceMode: 'carryIn',
    receivedAt: null,
    assignedTo: 5,
    total: 0,
    estimate: null,
    ...more,
  }) as Maintenance

test('from every stage that leads anywhere one step comes next, and every other is in the menu', () => {
  for (const stage of maintenanceStages)
    for (const serviceMode of ['carryIn', 'pickup', 'onSite'] as const)
      for (const total of [0, 900]) {
        const one = job({ stage, serviceMode, total })
        const may = movesOf(maintenance, one, actor)
        const { next, second, others } = stepsOf(one, actor)
        expect(new Set([next, second, ...others].filter(Boolean))).toEqual(new Set(may))
        expect(others.length).toBe(may.length - [next, second].filter(Boolean).length)
        if (may.some(move => maintenance.moves?.[move]?.to))
          expect(next, `${stage} ${serviceMode} ${total}`).toBeDefined()
      }
})

test('what the customer approved is repaired, and told anew where it costs something else by now', () => {
  expect(stepsOf(job({ stage: 'approved', total: 900, estimate: 900 }), actor).next).toBe('repair')
  expect(stepsOf(job({ stage: 'approved', total: 950, estimate: 900 }), actor).next).toBe('sendEstimate')
  expect(stepsOf(job({ stage: 'estimateSent', total: 950, estimate: 900 }), actor).next).toBe('sendEstimate')
})

test('a job that nobody has is assigned first', () => {
  expect(stepsOf(job({ stage: 'received', assignedTo: null }), actor).next).toBe('assign')
  expect(stepsOf(job({ stage: 'received' }), actor).next).toBe('diagnose')
})

test('an answer that was emptied again is missing', () => {
  const line = { id: 1, label: 'Heat', kind: 'number' as const, unit: '°C' }
  expect(
    checksLeft({
      checklist: [
        { ...line, value: '' },
        { ...line, value: null },
        { ...line, value: '41' },
      ],
    }),
  ).toBe(2)
})
