import { expect, test } from 'vitest'
import { daysOf, partsFor } from './my-day.ts'

type Job = Parameters<typeof daysOf>[0][number]
// Half past ten in the evening there.
const house = { now: new Date('2026-11-02T17:00:00Z'), timeZone: 'Asia/Kolkata' }
const job = (id: number, scheduledAt: string | null, more: Partial<Job> = {}): Job => ({
  id,
  stage: 'assigned',
  scheduledAt,
  promisedAt: null,
  parts: [],
  ...more,
})
const ids = (jobs: Job[]) => daysOf(jobs, house).map(({ day, jobs: its }) => [day, ...its.map(one => one.id)])

test('today comes first with what is left of before, then each day, then what has no time', () => {
  const jobs = [
    job(1, null),
    job(2, '2026-11-04T05:00:00Z'),
    job(3, '2026-11-02T08:00:00Z'),
    job(4, '2026-10-30T08:00:00Z'),
  ]
  expect(ids(jobs)).toEqual([
    ['2026-11-02', 4, 3],
    ['2026-11-04', 2],
    [null, 1],
  ])
})

test('a day ends where the house is', () => {
  expect(ids([job(1, '2026-11-02T18:29:00Z'), job(2, '2026-11-02T18:31:00Z')])).toEqual([
    ['2026-11-02', 1],
    ['2026-11-03', 2],
  ])
})

test('nobody goes to what is done, and nobody plans beyond two weeks', () => {
  const jobs = [
    job(1, '2026-11-02T08:00:00Z', { stage: 'ready' }),
    job(2, '2026-11-16T08:00:00Z'),
    job(3, '2026-11-17T08:00:00Z'),
  ]
  expect(ids(jobs)).toEqual([['2026-11-16', 2]])
})

test('of two at once the one that is promised first comes first', () => {
  const at = '2026-11-02T08:00:00Z'
  expect(ids([job(1, at), job(2, at, { promisedAt: '2026-11-05T08:00:00Z' })])).toEqual([['2026-11-02', 2, 1]])
})

test('what to take along is the sum of what is on the jobs, by whose stock it comes from', () => {
  const part = (id: number, of: number, qty: number, takenFrom?: number | null) =>
    ({ id, part: of, qty, takenFrom }) as Job['parts'][number]
  const jobs = [
    job(1, null, { parts: [part(1, 7, 1, null), part(2, 8, 2), part(3, 7, 3, 900)] }),
    job(2, null, { parts: [part(4, 7, 4)] }),
  ]
  expect(partsFor(jobs)).toEqual([
    { part: 7, takenFrom: null, qty: 5 },
    { part: 7, takenFrom: 900, qty: 3 },
    { part: 8, takenFrom: null, qty: 2 },
  ])
})
