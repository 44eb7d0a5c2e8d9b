import { expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import { task } from '#contract/modules/desk/task.ts'
import { bank } from '#contract/modules/money/bank.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register } from '#contract/register.ts'
import { readKept } from './fits.ts'
import type { Kept } from './user-db.ts'

const row: Row = {
  id: 7,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: 1,
  archivedAt: null,
  ...customer.input.parse({ name: 'Asha Rao', phones: [{ id: 8, number: '+919820000121' }] }),
  balance: null,
  city: null,
  unitCount: 0,
  lifetimeValue: 0,
  mergedInto: null,
}
const kept = (changes: object, more: Partial<Kept> = {}): Kept => ({
  id: 7,
  t: customer.name,
  v: 3,
  g: 1,
  on: 1,
  row: { ...row, ...changes },
  ...more,
})
const read = (one: Kept) => {
  const onBad = vi.fn()
  return { read: readKept(register, one, onBad), bad: onBad.mock.calls.length }
}

test('a record that is what its module declares is read as it is', () => {
  expect(read(kept({})).read).toEqual(kept({}))
  expect(read(kept({})).bad).toBe(0)
})

test.each([
  ['no name', { name: null }],
  ['a number for a name', { name: 5 }],
  ['no list of phones', { phones: null }],
  ['an object for its phones', { phones: {} }],
  ['a phone that is none', { phones: [null] }],
  ['a phone without a number', { phones: [{ id: 8, number: 9, kind: 'mobile', typed: null }] }],
  ['tags that are no words', { tags: [{}] }],
  ['another record’s number', { id: 9 }],
  ['a name that is not there', { name: undefined }],
  ['no version', { version: undefined }],
  ['a version that is none', { version: '3' }],
  ['a time that is none', { createdAt: 'some day' }],
  ['a number for a time', { archivedAt: 5 }],
  ['somebody by name', { updatedBy: 'Asha' }],
  ['a kind of phone that nobody knows', { phones: [{ id: 8, number: '+919820000121', kind: 'pigeon', typed: null }] }],
  ['a type that nobody knows', { type: 'robot' }],
  ['consent to what nobody knows', { consent: ['sms', 'pigeon'] }],
])('%s is read as a record that is not known here', (_, changes) => {
  const { read: found, bad } = read(kept(changes))
  expect(found).toEqual({ id: 7, t: customer.name, v: 0, g: 1, on: 0, row: null })
  expect(bad).toBe(1)
})

test('where changes of this device lie over it, the server’s word is judged', () => {
  expect(read(kept({ name: 'As typed' }, { base: row })).bad).toBe(0)
  expect(read(kept({}, { base: { ...row, phones: 'x' } })).bad).toBe(1)
})

test('what a build of before did not know of begins with what it begins with', () => {
  const { tags: _, taxId: __, ...before } = row
  const { read: found, bad } = read({ ...kept({}), row: before })
  expect(bad).toBe(0)
  expect(found.row).toMatchObject({ tags: [], taxId: null })
})

test('a field that is hidden from its reader is not made up', () => {
  const hidden = { id: 7, version: 1, name: 'A bank', tags: [], active: true }
  const { read: found, bad } = read({ ...kept({}), t: bank.name, row: hidden as unknown as Row })
  expect(bad).toBe(0)
  expect(found.row).not.toHaveProperty('accountNumber')
})

const dueAt = '2026-02-01T10:00:00.000Z'
test.each([
  [task, 'what it declares', { stage: 'open', priority: 'high', dueAt }, true],
  [task, 'a stage that it does not have', { stage: 'afloat' }, false],
  [task, 'an option that it does not have', { priority: 'whenever' }, false],
  [task, 'a time that is none', { dueAt: 'Diwali' }, false],
  [dealerBranch, 'an address of an earlier build', { address: { line: 'Hill Road' } }, true],
  [dealerBranch, 'an address', { address: { line: 'Hill Road', pincode: '400050', city: 5, area: null } }, true],
  [dealerBranch, 'an address that is a text', { address: 'Hill Road' }, false],
  [dealerBranch, 'an address without its line', { address: { pincode: '400050' } }, false],
  [
    dealerBranch,
    'an address with a number for its pincode',
    { address: { line: 'Hill Road', pincode: 400_050 } },
    false,
  ],
  [dealerBranch, 'an address with a word for its city', { address: { line: 'Hill Road', city: 'Mumbai' } }, false],
])('of $name %s: is it read?', (module, _, changes, isRead) => {
  const plain = { id: 7, version: 3, [module.title]: 'x', ...changes } as unknown as Row
  const { read: found } = read({ ...kept({}), t: module.name, row: plain })
  expect(found.row !== null).toBe(isRead)
})
