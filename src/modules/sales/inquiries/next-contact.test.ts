import { expect, it, onTestFinished, vi } from 'vitest'
import { matches, parseFilter } from '#contract/filter-text.ts'
import { filterNamed } from '#contract/filters.ts'
import type { Row } from '#contract/module.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { formatDateTime, momentOf, setHouse, today } from '#src/lib/format.ts'

it('nextContactAfterMidnight: half past midnight is of the day of the house, wherever the browser is', () => {
  vi.stubEnv('TZ', 'Europe/London')
  onTestFinished(() => void vi.unstubAllEnvs())
  setHouse({ timeZone: 'Asia/Kolkata' })
  const now = new Date('2026-11-04T18:35:00Z')
  const kept = momentOf(today(now), '00:30')!.toISOString()
  expect(kept).toBe('2026-11-04T19:00:00.000Z')
  expect(formatDateTime(kept)).toBe('5 Nov 2026, 00:30')
  // What is due today is asked for by these words.
  const isDue = (now: Date) => {
    const parts = parseFilter(inquiry, 'nextContactAt', '..@today', { now, timeZone: 'Asia/Kolkata' })!
    return matches(filterNamed(inquiry, 'nextContactAt')!, parts, { nextContactAt: kept } as unknown as Row)
  }
  expect(isDue(now)).toBe(true)
  // Five minutes before midnight it is tomorrow's.
  expect(isDue(new Date('2026-11-04T18:25:00Z'))).toBe(false)
})
