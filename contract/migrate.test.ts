import { expect, test } from 'vitest'
import { waitingOp } from '../tests/support/outbox.ts'
import { migrated, type Migrations } from './migrate.ts'

const known: Migrations = {
  'task.change': {
    1: ({ args: { due, ...args }, base }) => ({ args: { ...args, dueAt: due }, base }),
    2: ({ args, base }) => ({ args: { ...args, title: String(args.title).trim() }, base }),
  },
}
const op = (opV: number, args: Record<string, unknown>, name = 'task.change') => waitingOp({ op: name, opV, args })

test('words of an older build are said in those of today, step by step; what waits on the device stays as it was', () => {
  const old = op(1, { title: ' Call ', due: 'today' })
  expect(migrated(old, known, 3)).toEqual({ ...old, opV: 3, args: { title: 'Call', dueAt: 'today' } })
  expect(old).toMatchObject({ opV: 1, args: { title: ' Call ', due: 'today' } })
  expect(migrated(op(2, { title: ' Call ' }), known, 3)).toMatchObject({ opV: 3, args: { title: 'Call' } })
})

test('a version in which the words of this one did not change is passed over', () => {
  const later: Migrations = { 'unit.change': { 2: ({ args, base }) => ({ args: { ...args, note: 'later' }, base }) } }
  expect(migrated(op(1, {}, 'unit.change'), later, 4)).toMatchObject({ opV: 4, args: { note: 'later' } })
})

test('what means the same, what is newer, and what nobody can translate goes out as it is', () => {
  for (const same of [op(3, { title: ' x ' }), op(9, { title: ' x ' }), op(1, { title: ' x ' }, 'unit.change')])
    expect(migrated(same, known, 3)).toBe(same)
  // Only as far as this build goes.
  expect(migrated(op(1, { due: 'today' }), known, 2)).toMatchObject({ opV: 2, args: { dueAt: 'today' } })
})
