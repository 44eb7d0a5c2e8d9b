import { expect, it } from 'vitest'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { blockedBy, blockers } from './blocked.ts'

it('is free where nothing is before it', () => {
  const op = waitingOp()
  expect(blockedBy([op, waitingOp({ lane: 'source:2' })], op)).toBe(null)
})

it('waits for the earlier ones of its record, in the order of their places', () => {
  const first = waitingOp({ seq: 5, ord: 1 })
  const second = waitingOp({ seq: 2, ord: 2 })
  const third = waitingOp({ seq: 3, ord: 3 })
  const ops = [third, second, first]
  expect(blockedBy(ops, first)).toBe(null)
  expect(blockedBy(ops, second)).toBe(first)
  expect(blockedBy(ops, third)).toBe(first)
})

it('names the one that a person has to decide, however far before it stands', () => {
  const stuck = waitingOp({ lane: 'parent:1', op: 'parent.create', state: 'rejected' })
  const change = waitingOp({ lane: 'parent:1', op: 'parent.change' })
  const child = waitingOp({ lane: 'child:2', op: 'child.create', deps: ['parent:1'] })
  const after = waitingOp({ lane: 'child:2', op: 'child.change' })
  const ops = [stuck, change, child, after]
  expect([change, child, after].map(op => blockedBy(ops, op))).toEqual([stuck, stuck, stuck])
})

it('waits only for what makes a record, not for later changes of it', () => {
  const change = waitingOp({ lane: 'parent:1', op: 'parent.change', state: 'conflict' })
  const child = waitingOp({ lane: 'child:2', op: 'child.create', deps: ['parent:1'] })
  expect(blockedBy([change, child], child)).toBe(null)
})

it('does not turn in circles where two refer to each other', () => {
  const a = waitingOp({ lane: 'a:1', op: 'a.create', deps: ['b:1'] })
  const b = waitingOp({ lane: 'b:1', op: 'b.create', deps: ['a:1'] })
  expect(blockers([a, b]).size).toBeGreaterThan(0)
})

it('goes through a lane of two thousand', () => {
  const ops = Array.from({ length: 2_000 }, () => waitingOp())
  const blocked = blockers(ops)
  expect(blocked.size).toBe(1_999)
  expect(new Set(blocked.values())).toEqual(new Set([ops[0]]))
})
