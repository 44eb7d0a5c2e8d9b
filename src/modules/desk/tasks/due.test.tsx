import { render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setHouse } from '#src/lib/format.ts'
import { speakEnglish } from '../../../../tests/support/at-work.tsx'
import { Due } from './due.tsx'

beforeAll(() => speakEnglish('task'))
beforeEach(() => setHouse({ timeZone: 'Europe/Berlin' }))
afterEach(() => void vi.useRealTimers())

// The clock is put ahead on 29 March 2026, and back on 25 October.
test.each([
  ['2026-03-28T23:30+01:00', '2026-03-29T23:59+02:00', 'Tomorrow'],
  ['2026-03-28T23:30+01:00', '2026-03-30T23:59+02:00', 'Mon, 30 Mar'],
  ['2026-10-25T00:30+02:00', '2026-10-25T23:59+01:00', 'Today 23:59'],
  ['2026-10-25T00:30+02:00', '2026-10-26T23:59+01:00', 'Tomorrow'],
  ['2026-12-31T12:00+01:00', '2027-01-01T23:59+01:00', 'Tomorrow'],
  ['2026-12-20T12:00+01:00', '2026-12-31T23:59+01:00', 'Thu, 31 Dec'],
  ['2026-12-20T12:00+01:00', '2027-01-05T23:59+01:00', '5 Jan 2027'],
  ['2026-06-30T12:00:30+02:00', '2026-06-30T12:00:00+02:00', 'Due now'],
  ['2026-06-30T12:01:00+02:00', '2026-06-30T12:00:00+02:00', 'Overdue 1 min'],
  ['2026-06-30T14:59:00+02:00', '2026-06-30T12:00:00+02:00', 'Overdue 2 h'],
  ['2026-07-02T11:59:00+02:00', '2026-06-30T12:00:00+02:00', 'Overdue 1 d'],
])('at %s, what is due at %s is said to be “%s”', (now, dueAt, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  render(<Due row={{ dueAt: new Date(dueAt).toISOString(), stage: 'open' }} />)
  expect(screen.getByText(words)).toBeTruthy()
})
