import { clsx } from 'clsx'
import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarks } from '#src/data/use-marks.ts'
import { useWords } from '#src/fields/words.ts'
import { useFocusOnceDrawn } from '#src/lib/use-focus-once-drawn.ts'
import { useCards } from './use-cards.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow, rowTexts } from './grid-row.tsx'
import { holdAt } from './hold-at.ts'
import { DrawnRows, useLook } from '#src/table/drawn-rows.tsx'
import { GridFrame } from '#src/table/grid-frame.tsx'
import type { Place } from '#src/table/keys.ts'
import { FEW } from '#src/table/row-heights.ts'
import { useVirtualRows } from '#src/table/use-virtual-rows.ts'
import type { ListModel } from './model.ts'
import type { Density } from './state.ts'
import { useGridEvents } from './use-grid-events.ts'
import { rowHeight } from './row-height.ts'
import { tracksOf } from './use-columns.ts'

type Props = {
  list: ListModel
  /** What the rows are; read out, not shown. */
  title: string
  /** One of several, with a head of its own above it. */
  inGroup?: boolean
  /** Something was pasted into it that is more than a value. */
  onPaste?: (text: string) => void
}

const CARD = 132

/** The rows of a list as a grid: one stop of the Tab key, and from there everything by keys. */
export function ListTable({ list, title, inGroup = false, onPaste }: Props) {
  const { t } = useTranslation('crud')
  const hint = useId()
  const { module, rows, columns, selection, place } = list
  const words = useWords(module)
  const texts = rowTexts(t)
  const card = useCards()
  const marks = useMarks()
  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { tracks, least } = tracksOf(module, columns)
  const drawn = useVirtualRows({
    list: body,
    count: rows.count,
    height: card ? CARD : rowHeight(list.density),
    above: FEW,
    keyOf: index => rows.idAt(index) ?? -index,
    keep: place.row >= 0 ? [place.row] : [],
  })

  useLook(rows, drawn)

  const focusOn = useFocusOnceDrawn(() => cellAt(grid.current, place) ?? cellAt(grid.current, { ...place, column: 0 }))
  const goTo = (to: Place) => {
    focusOn(to)
    list.goTo(to)
  }

  // After a reload the page is as far down as it was, and the keyboard where it was.
  const restore = useEffectEvent(() => {
    if (list.restore === null || !body.current) return undefined
    if (place.row > 0) focusOn(place, true)
    return holdAt(body.current, list.restore)
  })
  const isThere = rows.count > 0
  useLayoutEffect(() => (isThere ? restore() : undefined), [isThere])

  const events = useGridEvents({ list, goTo, first: card ? 0 : -1, page: pageOf(card, list.density), onPaste })

  const counted = rows.total && !rows.total.more ? rows.total.count + 1 : rows.more ? -1 : rows.count + 1
  return (
    <>
      <GridFrame
        grid={grid}
        tracks={tracks}
        least={`calc(var(--check-w) + var(--more-w) + ${least}px * var(--scale))`}
        aria-label={title}
        aria-multiselectable
        aria-rowcount={counted}
        aria-colcount={columns.length + 2}
        data-density={list.density}
        data-card={card || undefined}
        aria-describedby={hint}
        onFocus={events.onFocus}
        onKeyDown={events.onKeyDown}
        onPaste={events.onPaste}
        onCopy={events.onCopy}
        onClick={events.onClick}
        onDoubleClick={events.onDoubleClick}
        className="group/grid text-30 [--check-w:40px] [--more-w:36px] [--scale:1] pointer-coarse:text-40 pointer-coarse:[--check-w:56px] pointer-coarse:[--more-w:56px] pointer-coarse:[--scale:1.1]"
        head={
          <GridHead
            list={list}
            grid={grid}
            inGroup={inGroup}
            current={place.row < 0 && rows.count > 0 ? place.column : -1}
          />
        }
        headLook={inGroup ? 'top-[calc(var(--header-h)+var(--group-h))]' : 'top-(--header-h) rounded-t-[9px]'}
        barLook="rounded-b-[9px]"
        hasColumns={!card}
      >
        <div role="rowgroup" ref={body} data-rows="" className={clsx(!card && 'min-w-(--least)')}>
          <DrawnRows drawn={drawn} idAt={rows.idAt}>
            {index => {
              const row = rows.at(index)
              const id = rows.idAt(index) ?? -index
              return (
                <GridRow
                  module={module}
                  words={words}
                  texts={texts}
                  columns={columns}
                  row={row}
                  index={index}
                  to={row && list.linkTo(row)}
                  edit={list.editOf(id)}
                  trail={list.trail}
                  selected={selection.has(id)}
                  current={place.row === index ? place.column : -1}
                  mark={rows.live.gone.has(id) ? 'gone' : rows.live.changed.has(id) ? 'changed' : null}
                  waiting={marks.get(`${module.name}:${id}`)}
                  card={card}
                  editing={row ? events.editingOf(id) : ''}
                  onLeave={events.leave}
                />
              )
            }}
          </DrawnRows>
        </div>
      </GridFrame>
      <p id={hint} className="sr-only">
        {t('listTable.hint')}
      </p>
    </>
  )
}

const cellAt = (grid: HTMLElement | null, { row, column }: Place) =>
  grid?.querySelector<HTMLElement>(
    row < 0 ? `[data-head][data-col="${column}"]` : `[data-index="${row}"] [data-col="${column}"]`,
  )

const pageOf = (card: boolean, density: Density) =>
  Math.max(1, Math.floor(window.innerHeight / (card ? CARD : rowHeight(density))) - 4)
