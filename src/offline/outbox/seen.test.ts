import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import { bank } from '#contract/modules/money/bank.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { register } from '#contract/register.ts'
import { permission } from '#contract/rules.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { itemRow } from '../../../tests/support/sync-double.ts'
import { openUserDb, type UserDb } from '../user-db.ts'
import type { OutboxOp } from './op.ts'
import { forgetUnseen } from './seen.ts'

const touch = { by: 5, byName: 'Asha Rao', at: '2026-01-01T00:00:00.000Z' }
const said = { code: 'changed_meanwhile', message: 'No', asks: ['note'], at: 1 }
const row = { ...itemRow(9), name: 'Theirs', note: 'Theirs', owner: 6, branch: 2 }
const problem = { ...said, row, theirs: { note: touch } }
let userId = 9_600
let db: UserDb
beforeEach(async () => {
  userId += 1
  db = await openUserDb(userId, register)
  return () => db.close()
})

const actor = (codes: string[], more: Partial<Actor> = {}): Actor => ({
  id: userId,
  permissions: new Set(codes),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
  ...more,
})
const ofCustomer = (changes: Partial<OutboxOp>) =>
  waitingOp({ op: 'customer.change', id: 9, lane: 'customer:9', args: { note: 'Mine' }, state: 'conflict', ...changes })

/** What is told of them once this is who works here. */
async function seenBy(who: Actor, ops: OutboxOp[]) {
  await db.outbox.clear()
  await db.outbox.bulkPut(ops)
  await forgetUnseen(db, register, who)
  const left = await db.outbox.toArray()
  expect(left.map(op => ({ ...op, problem: null }))).toEqual(ops.map(op => ({ ...op, problem: null })))
  return left.map(op => op.problem)
}

test('what others wrote goes with the rights from what waits, and its person’s own words stay', async () => {
  const gone = { ...said, gone: { ...touch, row } }
  const ops = [
    ofCustomer({ problem }),
    ofCustomer({ problem, state: 'superseded', open: 0 }),
    ofCustomer({ problem: gone }),
    ofCustomer({ problem: null }),
    // Lists are everybody's.
    ofCustomer({ problem, op: 'source.change', lane: 'source:9' }),
  ]
  const edits = [permission(customer, 'edit')]
  expect(await seenBy(actor(edits), ops)).toEqual([said, said, { ...said, gone: touch }, null, problem])
})

test('what lies there sealed is left as it is, and keeps nothing else', async () => {
  const sealed = { seq: 99, sealed: { nonce: new Uint8Array(12), data: new ArrayBuffer(8) } } as unknown as OutboxOp
  await db.outbox.clear()
  await db.outbox.bulkPut([ofCustomer({ seq: 98, problem }), sealed])
  await forgetUnseen(db, register, actor([]))
  expect(await db.outbox.toArray()).toMatchObject([{ problem: said }, { seq: 99 }])
})

test.each(['list', 'details'] as const)('it stays with whoever has the right to the %s alone', async right => {
  expect(await seenBy(actor([permission(customer, right)]), [ofCustomer({ problem })])).toEqual([problem])
})

test('within narrower limits it stays of the records that are within them', async () => {
  const own = { ...problem, row: { ...row, owner: userId } }
  const ops = [
    ofCustomer({ problem }),
    ofCustomer({ problem: own }),
    ofCustomer({ problem: { ...said, gone: { ...touch, row } } }),
  ]
  const scoped = actor([permission(customer, 'list')], { scopes: { customer: 'own' } })
  expect(await seenBy(scoped, ops)).toEqual([said, own, { ...said, gone: touch }])
})

test('the fields that this person may not see any more go alone', async () => {
  const of = { op: 'bank.change', lane: 'bank:9', args: { name: 'Mine' } }
  const shown = { ...itemRow(9), name: 'Theirs' }
  const told = {
    ...said,
    row: { ...shown, accountNumber: '1234' },
    theirs: { name: touch, accountNumber: touch },
  }
  const gone = { ...said, gone: { ...touch, row: { ...shown, accountHolder: 'Asha' } } }
  const lists = actor([permission(bank, 'list')])
  const ops = [ofCustomer({ ...of, problem: told }), ofCustomer({ ...of, problem: gone })]
  expect(await seenBy(lists, ops)).toEqual([
    { ...said, row: shown, theirs: { name: touch } },
    { ...said, gone: { ...touch, row: shown } },
  ])
})
