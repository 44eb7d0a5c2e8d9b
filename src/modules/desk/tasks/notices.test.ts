import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/modules/desk/task.ts'
import { isTold, noticesOf, readAfter } from './notices.ts'

const NOW = new Date('2026-06-30T12:00:00.000Z')
const [me, ben, cem] = [7, 8, 9]
const task = (more: Partial<Task> = {}): Task => ({
  id: 100,
  version: 1,
  createdAt: '2026-06-29T08:00:00.000Z',
  createdBy: ben,
  updatedAt: '2026-06-29T08:00:00.000Z',
  updatedBy: ben,
  archivedAt: null,
  title: 'Call back',
  assignedTo: me,
  assignedBy: ben,
  dueAt: null,
  priority: 'normal',
  inquiry: null,
  order: null,
  maintenance: null,
  orderReturn: null,
  buyback: null,
  orderReturnClaim: null,
  customer: null,
  unit: null,
  part: null,
  heldPart: null,
  product: null,
  taskRemarks: [],
  follows: null,
  passedAt: '2026-06-29T08:00:00.000Z',
  passedBy: ben,
  endedAt: null,
  endedBy: null,
  endHeardAt: null,
  reopenedAt: null,
  reopenedBy: null,
  stage: 'open',
  ...more,
})
const told = (more: Partial<Task>) => noticesOf([task(more)], me, NOW).map(({ kind, by }) => [kind, by])

describe('what somebody is told about tasks', () => {
  it('that one was given to them, by somebody else', () => {
    expect(told({})).toEqual([['assigned', ben]])
    expect(told({ assignedBy: me, passedBy: me })).toEqual([])
  })

  it('that one of theirs was passed on, or ended', () => {
    const mine = { assignedBy: me, assignedTo: ben, passedBy: me }
    expect(told({ ...mine, assignedTo: cem, passedBy: ben })).toEqual([['passedOn', ben]])
    // Passed on and taken back at once, it is as it was given.
    expect(told(mine)).toEqual([])
    // Whoever takes it for themselves takes it from whom it was given to.
    expect(told({ ...mine, assignedTo: cem, passedBy: cem })).toEqual([['passedOn', cem]])
    expect(told({ ...mine, stage: 'done', endedAt: '2026-06-30T10:00:00.000Z', endedBy: ben })).toEqual([['done', ben]])
    expect(told({ ...mine, stage: 'cancelled', endedAt: '2026-06-30T10:00:00.000Z', endedBy: ben })).toEqual([
      ['cancelled', ben],
    ])
    expect(told({ ...mine, stage: 'done', endedAt: '2026-06-30T10:00:00.000Z', endedBy: me })).toEqual([])
  })

  it('of what ended without a connection, when it could be known, whatever was written on the task since', () => {
    const done = { assignedBy: me, assignedTo: ben, passedBy: me, stage: 'done', endedBy: ben } as const
    const touched = { updatedAt: '2026-06-30T11:30:00.000Z', updatedBy: ben }
    const when = (more: Partial<Task>) =>
      noticesOf([task({ ...done, ...touched, ...more })], me, NOW).map(({ at }) => at)
    expect(when({ endedAt: '2026-06-28T10:00:00.000Z', endHeardAt: null })).toEqual(['2026-06-28T10:00:00.000Z'])
    const late = { endedAt: '2026-06-10T10:00:00.000Z', endHeardAt: '2026-06-29T10:00:00.000Z' }
    expect(when(late)).toEqual(['2026-06-29T10:00:00.000Z'])
    // Held by the device since before it was written down.
    const before = { endedAt: '2026-06-28T10:00:00.000Z', endHeardAt: undefined as unknown as null }
    expect(when(before)).toEqual(['2026-06-28T10:00:00.000Z'])
  })

  it('nothing that never happened while a step of their own waits', () => {
    const ended = { stage: 'done', endedAt: '2026-06-30T10:00:00.000Z', endedBy: ben } as const
    const mine = task({ assignedBy: me, assignedTo: ben, passedBy: me, ...ended })
    const waiting = (now: Partial<Task>, served: Task) =>
      noticesOf([{ ...served, ...now }], me, NOW, new Map([[served.id, served]])).map(({ kind, by }) => [kind, by])
    // Before it is known that one waits, too.
    expect(told({ ...mine, stage: 'open' })).toEqual([])
    expect(waiting({ stage: 'open' }, mine)).toEqual([['done', ben]])
    expect(waiting({ stage: 'cancelled' }, mine)).toEqual([['done', ben]])
    // Passed back by one colleague, it is passed on to another; what one of them passed on is taken back.
    expect(waiting({ assignedTo: cem }, task({ assignedBy: me }))).toEqual([['assigned', ben]])
    expect(waiting({ assignedTo: me }, task({ assignedBy: me, assignedTo: cem }))).toEqual([['passedOn', ben]])
    // That it is done says itself at once that it is not late.
    const late = task({ assignedBy: me, passedBy: me, dueAt: '2026-06-30T12:00:00.000Z' })
    expect(waiting({ stage: 'done' }, late)).toEqual([])
  })

  it('what others said about it, and not what they said themselves', () => {
    const at = '2026-06-30T10:00:00.000Z'
    const taskRemarks = [
      { id: 1, text: 'Busy', at, by: ben },
      { id: 2, text: 'Trying', at, by: me },
    ]
    expect(told({ assignedBy: me, passedBy: me, taskRemarks })).toEqual([['remark', ben]])
  })

  it('that one of theirs is to do once more, until it has ended again or somebody else has it', () => {
    const own = { assignedBy: me, passedBy: me, reopenedAt: '2026-06-30T10:00:00.000Z', reopenedBy: ben }
    expect(told(own)).toEqual([['reopened', ben]])
    expect(told({ ...own, assignedTo: cem })).toEqual([['reopened', ben]])
    expect(told({ ...own, reopenedBy: me })).toEqual([])
    expect(told({ ...own, stage: 'done', endedAt: '2026-06-30T11:00:00.000Z', endedBy: me })).toEqual([])
    expect(told({ ...own, passedAt: '2026-06-30T11:00:00.000Z', passedBy: ben, assignedBy: cem })).toEqual([
      ['assigned', ben],
    ])
    expect(told({ ...own, assignedTo: cem, assignedBy: cem })).toEqual([])
    // Held by the device since before it was written down.
    expect(told({ assignedBy: me, passedBy: me, reopenedAt: undefined as unknown as null })).toEqual([])
  })

  it('of remarks, those that came after the task did; who gave it away is told of all', () => {
    const passedAt = '2026-06-29T08:00:00.000Z'
    const taskRemarks = [
      { id: 1, text: 'With the task', at: passedAt, by: ben },
      { id: 2, text: 'Long before', at: '2026-06-28T08:00:00.000Z', by: cem },
      { id: 3, text: 'Since', at: '2026-06-30T10:00:00.000Z', by: ben },
    ]
    expect(told({ taskRemarks })).toEqual([
      ['remark', ben],
      ['assigned', ben],
    ])
    expect(told({ assignedBy: me, assignedTo: cem, passedBy: me, taskRemarks })).toEqual([
      ['remark', ben],
      ['remark', ben],
      ['remark', cem],
    ])
  })

  it('an hour before it is due, and when it is late; never of what is done', () => {
    const own = { assignedBy: me, passedBy: me }
    expect(told({ ...own, dueAt: '2026-06-30T13:00:01.000Z' })).toEqual([])
    expect(told({ ...own, dueAt: '2026-06-30T13:00:00.000Z' })).toEqual([['due', null]])
    expect(told({ ...own, dueAt: '2026-06-30T12:00:00.000Z' })).toEqual([['overdue', null]])
    expect(told({ ...own, dueAt: '2026-06-30T12:00:00.000Z', stage: 'done' })).toEqual([])
  })

  it('nothing of others’ tasks, of what was put away, and of what is long past', () => {
    expect(told({ assignedTo: ben, assignedBy: cem })).toEqual([])
    expect(told({ archivedAt: '2026-06-29T09:00:00.000Z' })).toEqual([])
    expect(told({ passedAt: '2026-06-16T11:59:59.000Z' })).toEqual([])
  })

  it('the newest first', () => {
    const tasks = [task(), task({ id: 101, passedAt: '2026-06-30T08:00:00.000Z' })]
    expect(noticesOf(tasks, me, NOW).map(one => one.task.id)).toEqual([101, 100])
  })
})

it('only those are told whose kinds of notifications name tasks', () => {
  expect([['tasks'], ['orders', 'tasks'], ['orders'], []].map(isTold)).toEqual([true, true, false, false])
})

it('a mark stays as long as there is something that it marks', () => {
  const notices = noticesOf([task(), task({ id: 101 })], me, NOW)
  const [first, second] = notices.map(({ key }) => key) as [string, string]
  expect(readAfter(notices, ['gone', first], [second])).toEqual([first, second])
  expect(readAfter(notices, [first], [first])).toEqual([first])
  // Passed on a second time is told a second time.
  const again = noticesOf([task({ passedAt: '2026-06-30T08:00:00.000Z' })], me, NOW)
  expect(first).not.toBe(again[0]!.key)
})
