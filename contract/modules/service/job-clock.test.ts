import { expect, test } from 'vitest'
import { clockAfter as clockBy, isLate as isLateBy, type StageHours, type Timed } from '../../promise-clock.ts'
import { jobClock, promiseFrom } from './job-clock.ts'

type Job = Timed
const clockAfter = (before: Job | null, row: Job, at: string, hours: StageHours) =>
  clockBy(jobClock, before, row, at, hours)
const isLate = (job: Job, now: Date) => isLateBy(jobClock, job, now)

const hours = [
  { stage: 'received', hours: 4 },
  { stage: 'inRepair', hours: 10 },
  { stage: 'pickupBooked', hours: 24 },
  { stage: 'ready', hours: 48 },
]
const at = (hour: number) => new Date(Date.UTC(2026, 10, 2, hour)).toISOString()
const none = { promisedAt: null, stageSince: null, waitingSince: null, waited: null, dueAt: null, lateSince: null }
const begin = (stage: string, when: string, more: object = {}) => {
  const row = { ...none, stage, ...more } as Job
  return { ...row, ...clockAfter(null, row, when, hours) }
}
const go = (job: Job, stage: string, when: string): Job => {
  const row = { ...job, stage } as Job
  return { ...row, ...clockAfter(job, row, when, hours) }
}

test('a stage may last as long as the house says, from when it was reached', () => {
  const job = begin('received', at(0))
  expect(job.dueAt).toBe(at(4))
  expect(isLate(job, new Date(at(4)))).toBe(false)
  expect(isLate(job, new Date(at(5)))).toBe(true)
  // What the house says nothing of takes as long as it takes.
  expect(go(job, 'diagnosed', at(2)).dueAt).toBeNull()
})

test('while it waits for somebody else nothing runs out, and afterwards what was left does', () => {
  const begun = begin('inRepair', at(0), { promisedAt: at(30) })
  expect(begun.dueAt).toBe(at(10))
  const waits = go(begun, 'waitingParts', at(6))
  expect(waits.dueAt).toBeNull()
  expect(isLate(waits, new Date(at(100)))).toBe(false)
  // From one wait into another it is still one.
  const held = go(waits, 'onHold', at(8))
  const again = go(held, 'inRepair', at(16))
  expect(again).toMatchObject({ dueAt: at(20), waited: 600, waitingSince: null })
  // The promise is later by the wait, too.
  expect(go(again, 'repaired', at(18)).dueAt).toBe(at(40))
})

test('a repair that begins after the customer agreed has all its time', () => {
  const asked = go(begin('diagnosed', at(0)), 'estimateSent', at(1))
  expect(go(go(asked, 'approved', at(20)), 'inRepair', at(21)).dueAt).toBe(at(31))
})

test('what is late in the last year is due with its end', () => {
  const last = '2200-12-31T23:59:59.999Z'
  expect(begin('received', '2200-12-31T23:00:00.000Z').dueAt).toBe(last)
  const promised = begin('received', at(0), { promisedAt: '2200-12-31T22:00:00.000Z' })
  const held = go(go(promised, 'onHold', at(1)), 'diagnosed', at(9))
  expect(held).toMatchObject({ waited: 480, dueAt: last })
})

test('whichever comes first is due: the stage, or what was promised until the job is ready', () => {
  const job = begin('received', at(0), { promisedAt: at(2) })
  expect(job.dueAt).toBe(at(2))
  expect(go(job, 'ready', at(1)).dueAt).toBe(at(49))
  expect(go(job, 'handedOver', at(9)).dueAt).toBeNull()
})

test('who was told that it is late is told anew of the next stage, and not of the same', () => {
  const job = { ...begin('received', at(0)), lateSince: at(5) }
  expect(clockAfter(job, { ...job }, at(6), hours).lateSince).toBe(at(5))
  expect(go(job, 'inRepair', at(6)).lateSince).toBeNull()
})

test('the promise at intake is the sum of what comes before the job is ready', () => {
  expect(promiseFrom(at(0), 'carryIn', hours)).toBe(at(14))
  expect(promiseFrom(at(0), 'pickup', hours)).toBe(at(38))
  expect(promiseFrom(at(0), 'carryIn', [])).toBeNull()
})
