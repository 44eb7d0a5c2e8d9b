import { describe, expect, it, onTestFinished } from 'vitest'
import { setHouse } from '#src/lib/format.ts'
import { addMonths, atDay, dayIn, spanOf, startOfWeek } from './days.ts'

describe('the days of a calendar', () => {
  it('are whole weeks around the month, from Monday to Sunday', () => {
    const { days, key, kind } = spanOf('2026-11', '2026-01-05')
    expect([kind, key, days[0], days.at(-1), days.length]).toEqual(['month', '2026-11', '2026-10-26', '2026-12-06', 42])
    expect(spanOf('2027-02', '2026-01-05').days).toHaveLength(28)
  })

  it('are the week that a day stands in', () => {
    expect(spanOf('2026-11-22', '2026-01-05').days).toEqual(
      ['16', '17', '18', '19', '20', '21', '22'].map(day => `2026-11-${day}`),
    )
    expect(startOfWeek('2026-03-01')).toBe('2026-02-23')
  })

  it.each(['', 'never', '2026-13', '2026-99-99'])('are those of this month where the address says "%s"', key => {
    expect(spanOf(key, '2026-11-21').key).toBe('2026-11')
  })

  it('end with a shorter month where one goes on from its last day', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  })

  it('are those of the house, wherever the device is', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    onTestFinished(() => setHouse({ timeZone }))
    setHouse({ timeZone: 'Asia/Kolkata' })
    expect(dayIn('2026-11-20T20:00:00.000Z')).toBe('2026-11-21')
    expect(dayIn('2026-11-20')).toBe('2026-11-20')
    expect(dayIn(null)).toBeNull()
    expect(dayIn('soon')).toBeNull()
  })

  it('change and leave the hour alone when a record is taken to another day', () => {
    expect(atDay('2026-11-20T20:15:00.000Z', '2026-11-21', '2026-11-03')).toBe('2026-11-02T20:15:00.000Z')
    expect(atDay('2026-11-20', '2026-11-20', '2026-12-01')).toBe('2026-12-01')
  })
})
