import { expect, it } from 'vitest'
import { gstinCheckSign, gstStateCodes } from './gstin.ts'
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
