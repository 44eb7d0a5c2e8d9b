import { expect, it } from 'vitest'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { awaitedOf } from './find-job.ts'

const job = (id: number, stage: string, more: Partial<Maintenance> = {}) =>
  ({ id, stage, serviceMode: 'carryIn', receivedAt: null, ...more }) as Maintenance

it('takes a device in for the one job that waits for it', () => {
  expect(awaitedOf([job(1, 'inTransit'), job(2, 'ready', { receivedAt: '2026-11-01T10:00:00.000Z' })])).toMatchObject({
    is: 'awaited',
    job: { id: 1 },
  })
  expect(awaitedOf([job(1, 'logged'), job(2, 'assigned')])).toEqual({ is: 'several' })
})

it('says why it cannot where none waits', () => {
  expect(awaitedOf([])).toEqual({ is: 'none' })
  expect(awaitedOf([job(1, 'inRepair', { receivedAt: '2026-11-01T10:00:00.000Z' })]).is).toBe('here')
  // It was assigned before, and is here all the same.
  expect(awaitedOf([job(1, 'assigned', { receivedAt: '2026-11-01T10:00:00.000Z' })]).is).toBe('here')
  expect(awaitedOf([job(1, 'logged', { serviceMode: 'onSite' })]).is).toBe('onSite')
})
