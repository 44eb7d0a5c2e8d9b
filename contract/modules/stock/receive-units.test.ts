import { expect, test } from 'vitest'
import { MOST_RECEIVED, serialRange } from './receive-units.ts'

const serials = (from: string, to: string) => {
  const range = serialRange(from, to)
  return range.is === 'range' ? range.serials : [range.is, range.count]
}

test('the digits at the end are counted up, with the noughts before them', () => {
  expect(serials('KWP24-118219', 'KWP24-118221')).toEqual(['KWP24-118219', 'KWP24-118220', 'KWP24-118221'])
  expect(serials('AJ-0098', 'aj-0101')).toEqual(['AJ-0098', 'AJ-0099', 'AJ-0100', 'AJ-0101'])
  expect(serials('A9', 'A11')).toEqual(['A9', 'A10', 'A11'])
  expect(serials(' A7\u200b', 'A7')).toEqual(['A7'])
  expect(serials('900719925474099299998', '900719925474099300001')).toHaveLength(4)
})

test('what is not the first and the last of a row is none, and says why', () => {
  expect(serials('KWP24-118219', 'KWP25-118221')).toEqual(['otherBegin', 0])
  expect(serials('A-0098', 'A-101')).toEqual(['otherLength', 0])
  expect(serials('A-12', 'A-11')).toEqual(['backwards', 0])
  expect(serials('ABC', 'ABD')).toEqual(['noDigits', 0])
  expect(serials('A-1', `A-${MOST_RECEIVED + 1}`)).toEqual(['tooMany', MOST_RECEIVED + 1])
  expect(serials('A-1', `A-${MOST_RECEIVED}`)).toHaveLength(MOST_RECEIVED)
})
