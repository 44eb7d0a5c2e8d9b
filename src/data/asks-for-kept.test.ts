import { expect, test } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import { task } from '#contract/modules/desk/task.ts'
import type { Module } from '#contract/module.ts'
import { asksForKept } from './asks-for-kept.ts'
import type { RecordQuery } from './local-query.ts'

const ME = 7
const house = { now: new Date('2026-06-30T12:00:00Z'), timeZone: 'UTC' }
const asks = (query: RecordQuery, module: Module = task) => asksForKept(module, query, ME, house)
const mine = { assignedTo: [ME] }

test.each<[string, RecordQuery]>([
  ['what is open of my own', { filter: { ...mine, stage: ['open', 'inProgress'] } }],
  ['what is open of what I gave away', { filter: { assignedBy: [ME], stage: ['open'] } }],
  ['what I had to do and was touched lately', { filter: { ...mine, updatedAt: ['2026-06-01..'] } }],
])('%s is on the device', (_, query) => expect(asks(query)).toBe(true))

test.each<[string, RecordQuery]>([
  ['anything of my own, also what ended long ago', { filter: mine }],
  ['what I did', { filter: { ...mine, stage: ['done'] } }],
  ['what is open or done', { filter: { ...mine, stage: ['open', 'done'] } }],
  ['what was archived while it was open', { filter: { ...mine, stage: ['open'] }, archived: true }],
  ['what was touched since May', { filter: { ...mine, updatedAt: ['2026-05-01..'] } }],
  ['what was touched until today', { filter: { ...mine, updatedAt: ['..2026-06-30'] } }],
  ['what others do', { filter: { assignedTo: [8], stage: ['open'] } }],
  ['what I or somebody else does', { filter: { assignedTo: [ME, 8], stage: ['open'] } }],
])('%s may not be', (_, query) => expect(asks(query)).toBe(false))

test('of a module that keeps all of one’s own, anything of it is on the device; of others nothing is', () => {
  const { open: _, ...offline } = task.offline
  expect(asks({ filter: mine }, { ...task, offline })).toBe(true)
  expect(asks({ filter: mine }, customer)).toBe(false)
})
