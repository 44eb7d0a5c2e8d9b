import { describe, expect, it, vi } from 'vitest'
import { task, type Task } from '#contract/modules/desk/task.ts'
import type { Migrations } from '#contract/migrate.ts'
import { type OutboxOp } from './op.ts'
import type { Kept } from '../user-db.ts'
import { fold, serverRow, withOps } from './overlay.ts'

vi.mock('#contract/migrate.ts', async original => {
  const real = await original<typeof import('#contract/migrate.ts')>()
  const renamed: Migrations = {
    'task.create': {
      0: ({ args: { heading, ...args }, base }) => ({ args: { ...args, title: heading }, base }),
    },
  }
  return { ...real, migrated: (wish: OutboxOp) => real.migrated(wish, renamed) }
})

const AT = Date.parse('2026-06-30T12:00:00.000Z')
const op = (action: string, args: Record<string, unknown>, base: OutboxOp['base'] = null) =>
  ({
    op: `task.${action}`,
    args,
    base,
    recordId: 5,
    id: 5,
    userId: 7,
    state: 'pending',
    at: AT,
    clockOffset: 0,
  }) as unknown as OutboxOp

it('says of what waits who made it and when, by the rule of the server', () => {
  const remark = (id: number, more: object = {}) => ({ id, text: `No ${id}`, at: null, by: null, ...more })
  const made = fold(task, null, [op('create', { title: 'Call', assignedTo: 9, taskRemarks: [remark(1)] })]) as Task
  const first = { ...remark(1), at: '2026-06-30T12:00:00.000Z', by: 7 }
  expect(made).toMatchObject({ title: 'Call', assignedBy: 7, taskRemarks: [first] })

  const theirs = { ...made, taskRemarks: [{ ...first, by: 9 }] }
  const later = op(
    'change',
    { taskRemarks: [...theirs.taskRemarks, remark(2, { by: 9 })] },
    {
      version: 1,
      fields: { taskRemarks: theirs.taskRemarks },
    },
  )
  expect(fold(task, theirs, [later])).toMatchObject({
    assignedBy: 7,
    taskRemarks: [
      { id: 1, by: 9 },
      { id: 2, by: 7, at: '2026-06-30T12:00:00.000Z' },
    ],
  })
})

it('of a build of before is said in the words of today', () => {
  const old = { ...op('create', { heading: 'Call', assignedTo: 9 }), opV: 0 }
  expect(fold(task, null, [old])).toMatchObject({ title: 'Call', assignedTo: 9 })
})

describe('a record with what waits on it', () => {
  const row = { id: 5, version: 3, title: 'Call', remarks: null, archivedAt: null, stage: 'open', updatedBy: 9 }
  const base = row as unknown as Task
  const change = (args: Record<string, unknown>, seen: Record<string, unknown>, more: object = {}) => ({
    ...op('change', args, { version: 3, fields: seen }),
    ...more,
  })

  it('is folded in the order of its ops, each over what the one before left', () => {
    const ops = [change({ title: 'One' }, { title: 'Call' }), change({ title: 'Two' }, { title: 'One' })]
    expect(fold(task, base, ops)).toMatchObject({ title: 'Two', updatedBy: 7, version: 3 })
    expect(fold(task, base, [])).toBe(base)
  })

  it('shows nothing of what is being withdrawn or has ended, and shows what needs a decision', () => {
    const mine = (state: string) => fold(task, base, [change({ title: 'Mine' }, { title: 'Call' }, { state })])!.title
    for (const state of ['cancelling', 'done', 'discarded', 'superseded'])
      expect([state, mine(state)]).toEqual([state, 'Call'])
    for (const state of ['pending', 'sending', 'conflict', 'rejected'])
      expect([state, mine(state)]).toEqual([state, 'Mine'])
  })

  it('takes a new word of the server where this person said nothing, and theirs where they did', () => {
    const newer = { ...base, version: 4, title: 'Theirs', remarks: 'Theirs' } as unknown as Task
    expect(fold(task, newer, [change({ title: 'Mine' }, { title: 'Call' })])).toMatchObject({
      title: 'Mine',
      remarks: 'Theirs',
      version: 4,
    })
  })

  it('moves and is put away as the server would do it', () => {
    expect(fold(task, base, [op('finish', {})])).toMatchObject({ stage: 'done', endedBy: 7 })
    const ended = { ...base, stage: 'done', endedBy: 9 } as unknown as Task
    expect(fold(task, ended, [op('finish', {})])).toMatchObject({ stage: 'done', endedBy: 9 })
    expect(fold(task, base, [op('archive', {})])).toMatchObject({ archivedAt: new Date(AT).toISOString() })
    expect(fold(task, base, [op('archive', {}), op('restore', {})])).toMatchObject({ archivedAt: null })
    expect(fold(task, null, [op('finish', {})])).toBeNull()
  })

  it('keeps the word of the server beside it while something waits, and only then; what is gone stays gone', () => {
    const kept = { id: 5, t: 'task', v: 3, g: 0, on: 1, row: base } as unknown as Kept
    const waiting = withOps(task, kept, base, [{ ...change({ title: 'Mine' }, { title: 'Call' }), open: 1 }])!
    expect(waiting).toMatchObject({ row: { title: 'Mine' }, base: { title: 'Call' } })
    expect(serverRow(waiting)).toBe(base)
    const over = withOps(task, waiting, serverRow(waiting), [])!
    expect(over.row).toBe(base)
    expect(over).not.toHaveProperty('base')
    expect(serverRow(over)).toBe(base)
    expect(withOps(task, waiting, null, [])).toBeNull()
    expect(withOps(task, { ...waiting, goneAt: 1 }, null, [])).toMatchObject({ row: null, on: 0 })
    expect(serverRow(undefined)).toBeNull()
  })
})
