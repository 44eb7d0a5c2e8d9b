import { clsx } from 'clsx'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isNumbered, type Row } from '#contract/module.ts'
import { useMark } from '#src/data/use-marks.ts'
import { coarse } from '#src/lib/coarse.ts'
import { formatLongDay, formatNumber } from '#src/lib/format.ts'
import { MaybeLink } from '#src/ui/maybe-link.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import type { ListModel } from '../list/model.ts'
import { nameOf } from '../acts/name-of.ts'
import { WaitingSign } from './waiting-sign.tsx'

type Props = {
  list: ListModel
  day: string
  rows: readonly Row[]
  isTab: boolean
  isToday: boolean
  /** Of the month before or after. */
  isOutside: boolean
  /** A week has room for more. */
  isTall: boolean
  isOver: boolean
  onFocus: () => void
  onOpen: () => void
  onPick: (event: PointerEvent, row: Row) => void
}

/** One day with the first of its records; the others are behind a number. */
export function CalendarDay(props: Props) {
  const { list, day, rows, isTab, isToday, isOutside, isTall, isOver, onFocus, onOpen, onPick } = props
  const { t } = useTranslation('crud')
  const room = isTall ? 12 : 3
  // A line that only says "1 more" takes the room of that one.
  const shown = rows.length <= room + 1 ? rows : rows.slice(0, room)
  const rest = rows.length - shown.length
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid hears the keys of all days
    <div
      role="gridcell"
      data-lane={day}
      tabIndex={isTab ? 0 : -1}
      aria-label={t('listWork.calendar.day', { day: formatLongDay(day), count: rows.length })}
      aria-current={isToday ? 'date' : undefined}
      onFocus={onFocus}
      onClick={event => {
        if (!(event.target as Element).closest('a')) onOpen()
      }}
      className={clsx(
        'grid min-w-0 cursor-pointer content-start gap-0.5 border-e p-1 outline-none last:border-e-0 hover:bg-surface-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus max-sm:min-h-14',
        isTall ? 'min-h-80' : 'min-h-28',
        isOutside && 'bg-surface-sunken text-subtle',
        isOver && 'bg-selected! outline-2 -outline-offset-2 outline-primary',
      )}
    >
      <span
        className={clsx(
          'grid size-6 place-items-center rounded-full text-20 tabular-nums max-sm:mx-auto',
          isToday && 'bg-primary font-semibold text-neutral',
        )}
        data-solid={isToday ? '' : undefined}
      >
        {Number(day.slice(8))}
      </span>
      {shown.map(row => (
        <Entry key={row.id} list={list} row={row} onPick={onPick} />
      ))}
      {rest > 0 && (
        <span className="truncate px-1 text-20 font-medium text-accent-text max-sm:hidden">
          {t('listWork.calendar.more', { count: rest, shown: formatNumber(rest) })}
        </span>
      )}
      {rows.length > 0 && (
        <span className="mx-auto min-w-6 rounded-full bg-primary-subtle px-1.5 text-center text-20 text-accent-text tabular-nums sm:hidden">
          {formatNumber(rows.length)}
        </span>
      )}
    </div>
  )
}

function Entry({ list, row, onPick }: { list: ListModel; row: Row; onPick: Props['onPick'] }) {
  const name = nameOf(list.module, row)
  const waiting = useMark(list.module, row.id)
  return (
    // Days are reached by keys, and their records through the day. There the lines are high enough for a finger.
    <MaybeLink
      to={coarse() ? undefined : list.linkTo(row)}
      state={list.trail}
      tabIndex={-1}
      draggable={false}
      title={name}
      data-entry={row.id}
      data-mark={list.module.colour ?? 'accent'}
      onPointerDown={event => onPick(event, row)}
      className="block touch-manipulation truncate rounded-1 border-s-3 border-mark bg-surface-pressed px-1.5 py-0.5 text-20 text-ink select-none hover:underline max-sm:hidden @container @max-[9rem]:[&_[data-prefix]]:hidden"
    >
      <WaitingSign mark={waiting} /> {isNumbered(list.module) ? <RecordNumber number={name} /> : name}
    </MaybeLink>
  )
}
