import { expect, it } from 'vitest'
import { gstinCheckSign, gstStateCodes, gstStateOf, otherGstState } from './gstin.ts'
import { states } from './lists/india.ts'

it('has one check sign of 36, which finds each sign that is wrong', () => {
  const first = '27AAAPA0000A1Z'
  expect(gstinCheckSign(first)).toBe('7')
  for (let at = 0; at < first.length; at += 1) {
    const other = first[at] === 'B' ? 'C' : 'B'
    expect(gstinCheckSign(first.slice(0, at) + other + first.slice(at + 1)), String(at)).not.toBe('7')
  }
})

it('knows each state that the list of them begins with', () => {
  expect(Object.keys(gstStateCodes).toSorted()).toEqual(states.toSorted())
})

it('says in which state somebody is taxed, and where their address is in another one', () => {
  expect(gstStateOf('24AAAPA0000A1ZD')).toBe('Gujarat')
  expect(gstStateOf(' 27 AAAPA 0000A 1Z7 ')).toBe('Maharashtra')
  for (const none of [null, '', 'GB123456789', '27AAAPA0000A1Z8']) expect(gstStateOf(none)).toBeNull()
  expect(otherGstState('24AAAPA0000A1ZD', 'Maharashtra')).toBe('Gujarat')
  expect(otherGstState('24AAAPA0000A1ZD', 'Gujarat')).toBeNull()
  // A country of its own, or a state that nobody knows here.
  expect(otherGstState('24AAAPA0000A1ZD', 'Bavaria')).toBeNull()
})
