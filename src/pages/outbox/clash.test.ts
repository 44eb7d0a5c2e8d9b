import { expect, it } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import type { Row } from '#contract/module.ts'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { bothOf, clashOf, decided, isPossible, isTakenBack, pickedValue, saidOf, wantedOf, type Pick } from './clash.ts'

const server: Row = {
  id: 7,
  version: 4,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 1,
  updatedAt: '2026-01-02T00:00:00.000Z',
  updatedBy: 2,
  archivedAt: null,
  name: 'Theirs',
  taxId: 'T-1',
  notes: 'their note',
  tags: ['vip', 'new'],
}
const change = (args: Record<string, unknown>, before: Record<string, unknown>, more = {}) =>
  waitingOp({
    op: 'customer.change',
    lane: 'customer:7',
    id: 7,
    args,
    base: { version: 2, fields: before },
    ...more,
  })
const refused = (asks: string[], row: Row = server) => ({
  state: 'conflict' as const,
  problem: { code: 'changed_meanwhile', message: '', asks, row, at: 1 },
})

it('asks only for what does not go together', () => {
  const op = change({ name: 'Mine', taxId: 'T-2' }, { name: 'Old', taxId: 'T-1' }, refused(['name']))
  const clash = clashOf(customer, [op], op, null)!
  expect(clash.asks).toEqual(['name'])
  expect(decided(customer, clash, {})).toEqual({
    args: { name: 'Mine', taxId: 'T-2' },
    base: { version: 4, fields: { name: 'Theirs', taxId: 'T-1' } },
  })
  expect(decided(customer, clash, { name: { whose: 'theirs' } })).toEqual({
    args: { taxId: 'T-2' },
    base: { version: 4, fields: { taxId: 'T-1' } },
  })
})

it('says nothing where theirs is taken for all of it', () => {
  const op = change({ name: 'Mine' }, { name: 'Old' }, refused(['name']))
  const clash = clashOf(customer, [op], op, null)!
  expect(decided(customer, clash, { name: { whose: 'theirs' } })).toBe(null)
  expect(decided(customer, clash, { name: { whose: 'own', value: 'Theirs' } })).toBe(null)
})

it('takes what was written anew', () => {
  const op = change({ name: 'Mine' }, { name: 'Old' }, refused(['name']))
  const clash = clashOf(customer, [op], op, null)!
  expect(decided(customer, clash, { name: { whose: 'own', value: 'Both of us' } })?.args).toEqual({
    name: 'Both of us',
  })
})

it('keeps both texts, one below the other', () => {
  expect(bothOf('theirs', 'mine')).toBe('theirs\n\nmine')
  expect(bothOf(null, 'mine')).toBe('mine')
})

it('brings together what both sides added to a set', () => {
  const op = change({ name: 'Mine', tags: ['vip', 'mine'] }, { name: 'Old', tags: ['vip'] }, refused(['name']))
  const clash = clashOf(customer, [op], op, null)!
  expect(clash.asks).toEqual(['name'])
  expect(decided(customer, clash, { name: { whose: 'theirs' } })?.args).toEqual({ tags: ['vip', 'new', 'mine'] })
})

const phone = (id: number, number: string) => ({ id, number, kind: 'mobile', typed: null })
it.each<[string, object[], Pick, object[]]>([
  ['stay beside mine', [phone(1, '333')], { whose: 'mine' }, [phone(1, '333'), phone(2, '444')]],
  ['stay where I removed what they changed', [], { whose: 'mine' }, [phone(2, '444')]],
  ['are theirs to say who writes all of them anew', [phone(1, '333')], { whose: 'own', value: [] }, []],
])('lines that somebody else has added %s', (_, phones, pick, wanted) => {
  const row = { ...server, phones: [phone(1, '222'), phone(2, '444')] }
  const op = change({ phones }, { phones: [phone(1, '111')] }, refused(['phones'], row))
  const clash = clashOf(customer, [op], op, null)!
  expect(clash.asks).toEqual(['phones'])
  expect(pickedValue(customer, clash, 'phones', pick)).toEqual(wanted)
  const picks = pick.whose === 'mine' ? {} : { phones: pick }
  expect(decided(customer, clash, picks)).toEqual({
    args: { phones: wanted },
    base: { version: 4, fields: { phones: row.phones } },
  })
})

it('folds what was said later into one result, measured against what stood there first', () => {
  const op = change({ name: 'Mine' }, { name: 'Old' }, { ...refused(['name']), seq: 1, ord: 1 })
  const later = change({ name: 'Mine two', taxId: 'T-9' }, { name: 'Mine', taxId: 'T-1' }, { seq: 2, ord: 2 })
  const move = waitingOp({ op: 'customer.merge', lane: 'customer:7', id: 7, seq: 3, ord: 3 })
  const last = change({ taxId: 'T-10' }, { taxId: 'T-9' }, { seq: 4, ord: 4 })
  const clash = clashOf(customer, [last, move, later, op], op, null)!
  // What was said after a move was said of what that made of it.
  expect(clash.followers).toEqual([later])
  expect(clash.before).toEqual({ name: 'Old', taxId: 'T-1' })
  expect(clash.asks).toEqual(['name'])
  expect(decided(customer, clash, {})?.args).toEqual({ name: 'Mine two', taxId: 'T-9' })
})

it('asks nobody about what they put back themselves, and writes nothing of it', () => {
  const op = change({ name: 'Mine', taxId: 'T-2' }, { name: 'Old', taxId: 'T-1' }, { ...refused(['name']), ord: 1 })
  const back = change({ name: 'Old' }, { name: 'Mine' }, { ord: 2 })
  const clash = clashOf(customer, [op, back], op, null)!
  expect([clash.asks, isTakenBack(clash)]).toEqual([[], false])
  expect(decided(customer, clash, {})?.args).toEqual({ taxId: 'T-2' })
  // What was written by hand on the card is said all the same.
  expect(decided(customer, clash, { name: { whose: 'own', value: 'New' } })?.args).toEqual({
    name: 'New',
    taxId: 'T-2',
  })

  const rest = change({ taxId: 'T-1' }, { taxId: 'T-2' }, { ord: 3 })
  const all = clashOf(customer, [op, back, rest], op, null)!
  expect([all.asks, isTakenBack(all), decided(customer, all, {})]).toEqual([[], true, null])
  // What it put back was discarded before.
  const alone = change({ name: 'Old' }, { name: 'Old' }, refused(['name']))
  expect(isTakenBack(clashOf(customer, [alone], alone, null)!)).toBe(true)
  expect(isTakenBack(saidOf([], change({}, {}, { op: 'customer.restore' })))).toBe(false)
})

it('leaves lines and tags beside mine that somebody else has added, also of what becomes a copy', () => {
  const row = { ...server, phones: [phone(1, '111'), phone(2, '444')] }
  const args = { name: 'Mine', phones: [phone(1, '111'), phone(3, '333')], tags: ['vip', 'mine'] }
  const op = change(args, { name: 'Old', phones: [phone(1, '111')], tags: ['vip'] }, refused(['archivedAt'], row))
  expect(wantedOf(customer, clashOf(customer, [op], op, null)!)).toEqual({
    name: 'Mine',
    phones: [phone(1, '111'), phone(2, '444'), phone(3, '333')].toSorted((a, b) => a.id - b.id),
    tags: ['vip', 'new', 'mine'],
  })
})

it('goes by the record as it is by now', () => {
  const op = change({ name: 'Mine' }, { name: 'Old' }, refused(['name']))
  const newer = { ...server, version: 5, name: 'Old' }
  const clash = clashOf(customer, [op], op, newer)!
  expect(clash.asks).toEqual([])
  expect(decided(customer, clash, {})?.base).toEqual({ version: 5, fields: { name: 'Old' } })
  expect(clashOf(customer, [op], op, { ...server, version: 3, name: 'Older' })!.row).toBe(server)
})

it('asks for what the server asked, also where the two differ in nothing that is known here', () => {
  const op = change({ name: 'Mine' }, { name: 'Theirs' }, refused(['name']))
  expect(clashOf(customer, [op], op, null)!.asks).toEqual(['name'])
})

it('is none where nobody knows the record, or where it is no change', () => {
  const op = change(
    { name: 'Mine' },
    { name: 'Old' },
    { state: 'conflict', problem: { code: 'x', message: '', at: 1 } },
  )
  expect(clashOf(customer, [op], op, null)).toBe(null)
  const move = waitingOp({ op: 'customer.merge', ...refused([]) })
  expect(clashOf(customer, [move], move, null)).toBe(null)
})

it('knows what can be done to a record where it stands', () => {
  const staged = { ...customer, editable: ['draft'], moves: { close: { from: ['draft'], to: 'closed' } } }
  const may = (name: string, row: Partial<Row>) =>
    isPossible(staged, change({}, {}, { op: `customer.${name}` }), { ...server, ...row })
  const away = { archivedAt: '2026-01-03T00:00:00.000Z' }
  expect([may('change', { stage: 'draft' }), may('change', { stage: 'closed' })]).toEqual([true, false])
  expect([may('close', { stage: 'draft' }), may('close', { stage: 'closed' })]).toEqual([true, false])
  expect([may('change', { stage: 'draft', ...away }), may('close', { stage: 'draft', ...away })]).toEqual([
    false,
    false,
  ])
  expect(may('restore', { stage: 'closed', ...away })).toBe(true)
})
