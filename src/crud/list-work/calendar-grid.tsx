import type { KeyboardEvent } from 'react'
import { formatLongDay, formatWeekday } from '#src/lib/format.ts'
import { addDays } from '#src/lib/parse-date.ts'
import { addMonths, startOfWeek } from './days.ts'

/** The names of the days. */
export function CalendarHead({ days }: { days: readonly string[] }) {
  return (
    <div role="row" className="grid grid-cols-7 border-b bg-surface-sunken">
      {days.map(day => (
        <div
          key={day}
          role="columnheader"
          aria-label={formatLongDay(day).split(/[\s,]/)[0]}
          className="px-2 py-1.5 text-20 font-medium text-muted max-sm:px-0 max-sm:text-center"
        >
          {formatWeekday(day)}
        </div>
      ))}
    </div>
  )
}

type Deeds = { goTo: (day: string) => void; open: (day: string) => void }

/** The keys of a grid of days: by day, by week, to the ends of the week, by month and by year. */
export function gridKeys(event: KeyboardEvent, day: string, { goTo, open }: Deeds) {
  if (!(event.target as HTMLElement).matches('[role="gridcell"]')) return
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const months = event.shiftKey ? 12 : 1
  const to: Record<string, string> = {
    ArrowRight: addDays(day, isRtl ? -1 : 1),
    ArrowLeft: addDays(day, isRtl ? 1 : -1),
    ArrowDown: addDays(day, 7),
    ArrowUp: addDays(day, -7),
    Home: startOfWeek(day),
    End: addDays(startOfWeek(day), 6),
    PageDown: addMonths(day, months),
    PageUp: addMonths(day, -months),
  }
  const next = to[event.key]
  if (next !== undefined) goTo(next)
  else if (event.key === 'Enter' || event.key === ' ') open(day)
  else return
  event.preventDefault()
}
