import { clsx } from 'clsx'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { formatCount } from '#src/lib/format.ts'
import { NotLoaded } from '#src/parts/not-loaded.tsx'
import { useLook } from '#src/table/drawn-rows.tsx'
import { useVirtualRows } from '#src/table/use-virtual-rows.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Swatch } from '#src/ui/swatch.tsx'
import type { ListModel } from '../list/model.ts'
import { useRows } from '../list/use-rows.ts'
import { BoardCard, useCardHeight } from './board-card.tsx'
import { laneQuestion, type At, type Lane } from './lanes.ts'
import type { Pick } from './use-card-drag.tsx'
import type { Way } from './use-lane-moves.ts'

type Props = {
  list: ListModel
  by: string
  lane: Lane
  at: At | null
  /** Tab comes to its first card where it has been to none yet. */
  isFirst: boolean
  /** Cards on their way from lane to lane. */
  under: readonly { row: Row; to: Lane }[]
  drag: { id: number; over: boolean; allowed: boolean } | null
  waysOf: (row: Row) => Way[]
  onGo: (to: At) => void
  onMove: (row: Row, way: Way) => void
  onPick: Pick
}

const GAP = 8

/** The cards of one lane: only those in sight are drawn, and more are read as one scrolls. */
export function BoardLane(props: Props) {
  const { list, by, lane, at, isFirst, under, drag, waysOf, onGo, onMove, onPick } = props
  const { t } = useTranslation(['crud', 'ui'])
  const rows = useRows(list.module, laneQuestion(list.question, by, lane))
  const fields = list.columns.filter(column => column.name !== by)
  const height = useCardHeight(fields.length) + GAP
  const box = useRef<HTMLDivElement>(null)
  const cards = useRef<HTMLUListElement>(null)

  const isLeaving = (id: number) => under.some(one => one.row.id === id && one.to.key !== lane.key)
  const coming = under.filter(one => one.to.key === lane.key && rows.indexOf(one.row.id) < 0).map(one => one.row)
  const known = at !== null && at.lane === lane.key ? rows.indexOf(at.id) : -1
  const tab = at === null ? (isFirst ? 0 : -1) : known
  const drawn = useVirtualRows({
    list: cards,
    box,
    count: rows.count,
    height,
    above: 0,
    keyOf: index => rows.idAt(index) ?? -index,
    keep: tab >= 0 && tab < rows.count ? [tab] : [],
  })
  useLook(rows, drawn)

  const press = (event: KeyboardEvent, index: number) => {
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.count - 1 }[event.key]
    if (next === undefined) return
    const id = rows.idAt(next)
    event.preventDefault()
    if (id !== undefined) onGo({ lane: lane.key, id })
  }
  const card = (row: Row, index: number) => (
    <BoardCard
      row={row}
      list={list}
      fields={fields}
      isTab={index === tab || (at?.id === row.id && at.lane === lane.key)}
      isFaded={isLeaving(row.id) || drag?.id === row.id}
      waysOf={waysOf}
      onFocus={() => {
        if (at?.id !== row.id || at.lane !== lane.key) onGo({ lane: lane.key, id: row.id })
      }}
      onKeyDown={event => press(event, index)}
      onMove={onMove}
      onPick={onPick}
    />
  )
  const total = rows.total ?? rows
  return (
    <section
      data-lane={lane.key}
      aria-label={lane.label}
      className={clsx(
        'flex h-[max(22rem,calc(100dvh-19rem))] w-72 shrink-0 snap-center flex-col rounded-3 border bg-surface-sunken max-sm:w-[82vw]',
        drag && !drag.allowed && 'opacity-50',
        drag?.over && drag.allowed && 'border-primary outline-2 -outline-offset-1 outline-primary',
      )}
    >
      <h2 className="flex items-center gap-2 px-3 py-2 text-30 font-semibold">
        {lane.colour && <Swatch colour={lane.colour} />}
        <span className="min-w-0 flex-1 truncate">{lane.label}</span>
        <span className="text-20 font-normal text-muted tabular-nums">
          {!rows.loading && formatCount(total.count, total.more)}
        </span>
      </h2>
      <div ref={box} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {rows.failure ? (
          <NotLoaded message={rows.failure.message} onAgain={rows.again} />
        ) : rows.loading && coming.length === 0 ? (
          <div role="status" className="grid gap-2">
            <span className="sr-only">{t('ui:loading')}</span>
            {[1, 2, 3].map(card => (
              <div
                key={card}
                style={{ height: height - GAP }}
                className="grid content-center gap-3 rounded-3 border bg-surface px-3"
              >
                <Skeleton className="w-1/2" />
                <Skeleton className="w-3/4" />
              </div>
            ))}
          </div>
        ) : rows.count === 0 && coming.length === 0 ? (
          <p className="px-2 py-3 text-30 text-subtle">{t('listWork.board.empty')}</p>
        ) : (
          <ul ref={cards} className="flow-root" style={{ paddingBlockEnd: drawn.after }}>
            {coming.map(row => (
              <li key={row.id} style={{ height, paddingBlockEnd: GAP }}>
                {card(row, -1)}
              </li>
            ))}
            {drawn.rows.map(({ index, gap }) => {
              const row = rows.at(index)
              return (
                <li
                  key={row?.id ?? `row ${index}`}
                  data-index={index}
                  aria-setsize={rows.more ? -1 : rows.count}
                  aria-posinset={index + 1}
                  style={{ height, marginBlockStart: gap, paddingBlockEnd: GAP }}
                >
                  {row ? card(row, index) : <div className="h-full rounded-3 border bg-surface" />}
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </section>
  )
}
