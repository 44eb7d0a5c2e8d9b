import { expect, it } from 'vitest'
import { againstGstin, gstinCheckSign, gstinOf, gstStateCodes } from './gstin.ts'
import { states } from './lists/india.ts'

it('is found under what stands between its signs', () => {
  for (const typed of ['27aaapa0000a1z7', ' 27 AAAPA 0000A 1Z7 ', '27AAAPA0000A1Z7\u200b', '27-AAAPA-0000A.1Z7']) {
    expect(gstinOf(typed)).toBe('27AAAPA0000A1Z7')
    expect(againstGstin(typed)).toBeNull()
  }
  expect(againstGstin('24AAAPA0000A1ZD')).toBeNull()
})

it('says what is wrong with it', () => {
  expect(againstGstin('27AAAPA0000A1Z8')).toMatch(/last sign does not fit/)
  expect(againstGstin('27AAAPAOOOOA1Z7')).toMatch(/letters where digits belong/)
  expect(againstGstin('GB123456789')).toMatch(/fifteen/)
})

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
