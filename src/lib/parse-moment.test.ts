import { beforeEach, expect, test } from 'vitest'
import { setHouse, setLocale } from './format.ts'
import { parseMoment } from './parse-moment.ts'

beforeEach(() => {
  setLocale('en')
  setHouse({ timeZone: 'Asia/Kolkata' })
})

test.each([
  ['05/11/2026 10:30', '2026-11-05T05:00:00.000Z'],
  ['05-11-26 10:30:15', '2026-11-05T05:00:15.000Z'],
  ['5.11.2026, 10.30', '2026-11-05T05:00:00.000Z'],
  ['05/06/2026 10:00', '2026-06-05T04:30:00.000Z'],
  ['2026-11-05 10:30:15.25', '2026-11-05T05:00:15.250Z'],
  ['2026-11-05T10:30', '2026-11-05T05:00:00.000Z'],
  ['5th Nov 2026, 5 pm', '2026-11-05T11:30:00.000Z'],
  ['Thu, 5 Nov 2026 at 12:05 AM', '2026-11-04T18:35:00.000Z'],
  ['10:30 05/11/2026', '2026-11-05T05:00:00.000Z'],
  ['Thu, 5 Nov 2026 10:30:00 +0100', '2026-11-05T09:30:00.000Z'],
  ['2026-11-05T10:30:00.125Z', '2026-11-05T10:30:00.125Z'],
  ['2026-11-05T10:30:00+02:00', '2026-11-05T08:30:00.000Z'],
  ['5th Nov 2026', '2026-11-04T18:30:00.000Z'],
])('%j is %s: the clock of the house, the day before the month', (text, at) => {
  expect(parseMoment(text)).toBe(at)
})

test('a day alone is its last minute where something has to be done by then', () => {
  expect(parseMoment('5 Nov 2026', true)).toBe('2026-11-05T18:29:00.000Z')
})

test('the month stands first where the language of the screen has it so', () => {
  setLocale('en-US')
  expect(parseMoment('05/11/2026 10:30')).toBe('2026-05-11T05:00:00.000Z')
})

test.each(['', '10:30', 'soon', '31/2/2026 10:30', '05/11/2026 24:30', '05/11/2026 10:75', '5 Nov 2026 13 pm'])(
  '%j is no moment',
  text => {
    expect(parseMoment(text)).toBeUndefined()
  },
)
