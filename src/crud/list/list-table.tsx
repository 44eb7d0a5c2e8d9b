import { useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useMarks } from '#src/data/use-marks.ts'
import { useWords } from '#src/fields/words.ts'
import { useCards } from './use-cards.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow, rowTexts } from './grid-row.tsx'
import { holdAt } from './hold-at.ts'
import { wordsIn, type Said } from './row-value.tsx'
import { saidOf } from '#src/table/cells.tsx'
import { Grid } from '#src/table/grid.tsx'
import { useNames } from '#src/table/names.ts'
import { FEW } from '#src/table/row-heights.ts'
import { useGrid } from '#src/table/use-grid.ts'
import type { Opening } from '#src/ui/menu-entry.ts'
import type { ListModel } from './model.ts'
import type { Density } from './state.ts'
import { useGridEvents } from './use-grid-events.ts'
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
const heights = { compact: '--row-compact', regular: '--row', comfortable: '--row-comfortable' }
const unsaid: readonly Said[] = []

/** The rows of a list as a grid: one stop of the Tab key, and from there everything by keys. */
export function ListTable({ list, title, inGroup = false, onPaste }: Props) {
  const { t } = useTranslation('crud')
  const hint = useId()
  const { module, rows, columns, selection, place } = list
  const words = useWords(module)
  const texts = rowTexts(t)
  const card = useCards()
  const marks = useMarks()
  const { tracks, least } = tracksOf(module, columns)
  const linkTo = (row: Row | undefined) => row && list.linkTo(row)
  const grid = useGrid({
    rows,
    columns: columns.length,
    height: card ? CARD : rowHeight(list.density),
    above: FEW,
    place,
    onPlace: list.goTo,
    toOf: index => linkTo(rows.at(index)),
    trail: list.trail,
    first: card ? 0 : -1,
    page: pageOf(card, list.density),
    onExtend: (from, to) => {
      if (to.row !== from.row && from.row >= 0 && to.row >= 0) selection.extendTo(to.row, from.row)
    },
  })
  const named = columns.map(({ name, field, beside, Own }) => ({
    key: name,
    ...(field && !Own && { field }),
    ...(beside && { says: [beside] }),
  }))
  const names = useNames(named, rows, grid.drawn.from, grid.drawn.to)
  // One at a time, and there is a button in every row.
  const [menu, setMenu] = useState<{ id: number; opening: Opening } | null>(null)
  const opened = menu ? rows.indexOf(menu.id) : -1
  // It does not open by itself once its row comes back.
  const isDrawn = opened === place.row || (opened >= grid.drawn.from && opened < grid.drawn.to)
  if (menu && !(isDrawn && rows.at(opened))) setMenu(null)
  const events = useGridEvents({ list, grid, onPaste, onMenu: (id, opening) => setMenu({ id, opening }) })

  // After a reload the page is as far down as it was, and the keyboard where it was.
  const restore = useEffectEvent(() => {
    if (list.restore === null || !grid.list.current) return undefined
    if (place.row > 0) grid.focusOn({ ...place, step: -1 }, true)
    return holdAt(grid.list.current, list.restore)
  })
  const isThere = rows.count > 0
  useLayoutEffect(() => (isThere ? restore() : undefined), [isThere])

  const counted = rows.total && !rows.total.more ? rows.total.count + 1 : rows.more ? -1 : rows.count + 1
  return (
    <>
      <Grid
        of={grid}
        tracks={tracks}
        least={`calc(var(--check-w) + var(--more-w) + ${least}px * var(--scale))`}
        aria-label={title}
        aria-multiselectable
        aria-rowcount={counted}
        aria-colcount={columns.length + 2}
        data-density={list.density}
        data-card={card || undefined}
        aria-describedby={hint}
        {...events.heard}
        className="group/grid text-30 [--check-w:40px] [--more-w:36px] [--scale:1] pointer-coarse:text-40 pointer-coarse:[--check-w:56px] pointer-coarse:[--more-w:56px] pointer-coarse:[--scale:1.1]"
        head={
          <GridHead
            list={list}
            grid={grid.box}
            inGroup={inGroup}
            current={place.row < 0 && rows.count > 0 ? place.column : -1}
          />
        }
        headLook={inGroup ? 'top-[calc(var(--header-h)+var(--group-h))]' : 'top-(--header-h) rounded-t-[9px]'}
        barLook="rounded-b-[9px]"
        hasColumns={!card}
      >
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
              said={row ? saidOf(row, columns, names, wordsIn) : unsaid}
              still={row === undefined && (index < grid.drawn.from || index >= grid.drawn.to)}
              index={index}
              to={linkTo(row)}
              edit={list.editOf(id)}
              trail={list.trail}
              selected={selection.has(id)}
              current={place.row === index ? place.column : -1}
              mark={rows.live.gone.has(id) ? 'gone' : rows.live.changed.has(id) ? 'changed' : null}
              waiting={marks.get(`${module.name}:${id}`)}
              card={card}
              editing={row ? events.editingOf(id) : ''}
              onLeave={events.leave}
              menu={menu?.id === id ? menu.opening : null}
            />
          )
        }}
      </Grid>
      <p id={hint} className="sr-only">
        {t('listTable.hint')}
      </p>
    </>
  )
}

/** How high a row is in this theme, so that nothing has to be drawn to know where row 5,000 is. */
function rowHeight(density: Density): number {
  const said = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(heights[density]))
  return Number.isFinite(said) && said > 0 ? said : 40
}

const pageOf = (card: boolean, density: Density) =>
  Math.max(1, Math.floor(window.innerHeight / (card ? CARD : rowHeight(density))) - 4)
