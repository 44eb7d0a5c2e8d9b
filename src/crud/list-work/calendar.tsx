import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupBy } from '#contract/group-by.ts'
import type { Row } from '#contract/module.ts'
import { rowsOf } from '#src/data/rows/source.ts'
import { formatDate, formatMonth, today } from '#src/lib/format.ts'
import { addDays } from '#src/lib/parse-date.ts'
import { useFocusOnceDrawn } from '#src/lib/use-focus-once-drawn.ts'
import { useNow } from '#src/lib/use-now.ts'
import { NotLoaded } from '#src/parts/not-loaded.tsx'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import type { ListModel } from '../list/model.ts'
import { useRows } from '../list/use-rows.ts'
import { CalendarDay } from './calendar-day.tsx'
import { CalendarHead, gridKeys } from './calendar-grid.tsx'
import { DayDialog } from './day-dialog.tsx'
import { addMonths, atDay, dayIn, spanOf, startOfWeek } from './days.ts'
import { isCellEditable } from './editable.ts'
import { FieldChooser } from './field-chooser.tsx'
import { dateFields } from './shape-fields.ts'
import { nameOf } from '../acts/name-of.ts'
import { useActs } from '../acts/use-acts.ts'
import { useCardDrag } from './use-card-drag.tsx'
import { useMoving } from './use-moving.tsx'

/** More records than this in one month say nothing as a calendar. */
const MOST = 500

/** The rows of a list at the days of one of their dates; they are taken to another day by hand, by finger and by keys. */
export function Calendar({ list }: { list: ListModel }) {
  const { module, question } = list
  const { t } = useTranslation('crud')
  const actor = useActor()
  const now = today(useNow())
  const names = dateFields(module, actor)
  const [asked = '', key = ''] = list.state.group.split('@')
  const by = names.includes(asked) ? asked : (names[0] ?? '')
  const span = spanOf(key, now)
  const show = (key: string, how: 'push' | 'replace' = 'push') => list.change({ group: `${by}@${key}` }, how)
  const step = (by: 1 | -1) =>
    show(span.kind === 'week' ? addDays(span.first, 7 * by) : addMonths(span.first, by).slice(0, 7))

  const rows = useRows(module, {
    ...question,
    sort: by,
    filter: { ...question.filter, [by]: [`${span.days[0]!}..${span.days.at(-1)!}`] },
  })
  const isFull = rows.count >= MOST
  const { look } = rows
  useEffect(() => {
    if (rows.more && !rows.loadingMore && !isFull) look(0, rows.count)
  }, [look, rows.more, rows.loadingMore, rows.count, isFull])
  const byDay = groupBy(rowsOf(rows), row => dayIn(row[by]))

  const acts = useActs(module)
  const { under, follow, failure } = useMoving<string>(module)
  const isMovable = (row: Row) => isCellEditable(module, row, by, actor)
  const move = (row: Row, day: string) => {
    const from = dayIn(row[by])
    if (from === null || from === day || !isMovable(row)) return
    const said = t('listWork.calendar.moved', { title: nameOf(module, row), day: formatDate(day) })
    void follow(row, day, () => acts.change(row, { [by]: atDay(row[by], from, day) }, said))
  }
  const shownAt = (day: string): Row[] => [
    ...(byDay.get(day) ?? []).filter(row => !under.some(one => one.row.id === row.id)),
    ...under.filter(({ to }) => to === day).map(({ row }) => row),
  ]

  const grid = useRef<HTMLDivElement>(null)
  const { drag, pick, ghost } = useCardDrag(module, grid, move)
  const [at, setAt] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const start = span.days.includes(now) ? now : span.first
  const tab = at !== null && span.days.includes(at) ? at : start
  const focusOn = useFocusOnceDrawn((day: string) => grid.current?.querySelector<HTMLElement>(`[data-lane="${day}"]`))
  const goTo = (day: string) => {
    focusOn(day)
    setAt(day)
    if (!span.days.includes(day)) show(span.kind === 'week' ? startOfWeek(day) : day.slice(0, 7), 'replace')
  }
  const weeks = Array.from({ length: span.days.length / 7 }, (_, week) => span.days.slice(week * 7, week * 7 + 7))
  const title =
    span.kind === 'week'
      ? t('listWork.calendar.week', { from: formatDate(span.days[0]!), to: formatDate(span.days[6]!) })
      : formatMonth(span.first)

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {([-1, 1] as const).map(by => (
          <IconButton
            key={by}
            size="sm"
            icon={by < 0 ? ChevronLeft : ChevronRight}
            mirrored
            label={t(`listWork.calendar.${by < 0 ? 'before' : 'after'}.${span.kind}`)}
            onClick={() => step(by)}
          />
        ))}
        <h2 className="min-w-40 text-60" aria-live="polite">
          {title}
        </h2>
        <Button size="sm" onClick={() => show(span.kind === 'week' ? startOfWeek(now) : now.slice(0, 7))}>
          {t('listWork.calendar.today')}
        </Button>
        <span className="ms-auto flex flex-wrap items-center gap-2">
          <FieldChooser
            module={module}
            names={names}
            name={by}
            label={t('listWork.calendar.by')}
            onChoose={name => list.change({ group: `${name}@${span.key}` })}
          />
          <SegmentedControl
            label={t('listWork.calendar.span')}
            value={span.kind}
            onChange={kind => show(kind === 'week' ? startOfWeek(tab) : tab.slice(0, 7))}
            options={(['month', 'week'] as const).map(kind => ({
              value: kind,
              label: t(`listWork.calendar.${kind}Word`),
            }))}
          />
        </span>
      </div>
      {failure}
      {rows.failure && <NotLoaded tone="danger" message={rows.failure.message} onAgain={rows.again} />}
      {isFull && rows.more && <Banner tone="info">{t('listWork.calendar.tooMany', { most: MOST })}</Banner>}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its days are focused, one of them at a time */}
      <div
        ref={grid}
        role="grid"
        aria-label={title}
        aria-busy={rows.loading}
        onKeyDown={event => gridKeys(event, tab, { goTo, open: setOpen })}
        className="overflow-hidden rounded-3 border bg-surface"
      >
        <CalendarHead days={span.days.slice(0, 7)} />
        {weeks.map(week => (
          <div key={week[0]} role="row" className="grid grid-cols-7 border-b last:border-b-0">
            {week.map(day => (
              <CalendarDay
                key={day}
                list={list}
                day={day}
                rows={shownAt(day)}
                isTab={day === tab}
                isToday={day === now}
                isOutside={span.kind === 'month' && day.slice(0, 7) !== span.key}
                isTall={span.kind === 'week'}
                isOver={drag?.over === day}
                onFocus={() => setAt(day)}
                onOpen={() => setOpen(day)}
                onPick={(event, row) => pick(event, row, isMovable(row))}
              />
            ))}
          </div>
        ))}
      </div>
      {ghost}
      {open !== null && (
        <DayDialog
          list={list}
          day={open}
          rows={shownAt(open)}
          isMovable={isMovable}
          onMove={move}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
