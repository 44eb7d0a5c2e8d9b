import { clsx } from 'clsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useMark } from '#src/data/use-marks.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { useWords } from '#src/fields/words.ts'
import { coarse } from '#src/lib/coarse.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MaybeLink } from '#src/ui/maybe-link.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { Column, ListModel } from '../list/model.ts'
import { WaitingBadge } from '../waiting-badge.tsx'
import { nameOf } from '../acts/name-of.ts'
import type { Pick } from './use-card-drag.tsx'
import { isOpen, type Way } from './use-lane-moves.ts'

type Props = {
  row: Row
  list: ListModel
  /** The columns of the list; the first is the card's name. */
  fields: readonly Column[]
  isTab: boolean
  isFaded: boolean
  waysOf: (row: Row) => Way[]
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onMove: (row: Row, way: Way) => void
  onPick: Pick
}

/** Columns that a card has room for below its name. */
const LINES = 3

/** Every card of a board is as high as the others, so that a lane of thousands knows where each of them stands. */
export const useCardHeight = (columns: number): number => {
  const lines = Math.min(LINES, Math.max(0, columns - 1))
  return coarse() ? 60 + lines * 26 : 52 + lines * 22
}

export function BoardCard({ row, list, fields, isTab, isFaded, waysOf, onFocus, onKeyDown, onMove, onPick }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(list.module)
  const box = useRef<HTMLDivElement>(null)
  const name = nameOf(list.module, row)
  const waiting = useMark(list.module, row.id)
  const to = list.linkTo(row)
  const ways = waysOf(row)
  const value = ({ field, name }: Column) =>
    field ? <FieldCell field={field} value={row[name]} /> : words.stage(row.stage ?? '')
  const press = (event: KeyboardEvent) => {
    if (event.target !== box.current) return
    if (event.key === 'Enter') list.open(row)
    else if (event.key === ' ' || event.key === 'ContextMenu') box.current.querySelector<HTMLElement>('button')?.click()
    else return onKeyDown(event)
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a card is one stop of the Tab key with keys of its own
    <div
      ref={box}
      role="group"
      data-card={row.id}
      data-place={`card ${row.id}`}
      aria-label={name}
      aria-describedby="board-hint"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one stop of the Tab key, and from there by arrows
      tabIndex={isTab ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={press}
      onPointerDown={event => onPick(event, row, ways.some(isOpen))}
      onClick={event => {
        if (!(event.target as Element).closest('a, button') && to && !window.getSelection()?.toString()) list.open(row)
      }}
      className={clsx(
        'grid h-full touch-manipulation content-start gap-0.5 overflow-hidden rounded-3 border bg-surface px-3 py-2 text-30 shadow-1 outline-none select-none hover:border-line-strong focus-visible:outline-2 focus-visible:outline-focus pointer-coarse:text-40',
        to && 'cursor-pointer',
        isFaded && 'opacity-40',
      )}
    >
      <div className="flex h-8 items-center gap-1 pointer-coarse:h-10">
        <span className="min-w-0 flex-1 truncate font-medium">
          <MaybeLink to={to} state={list.trail} tabIndex={-1} draggable={false}>
            {fields[0] ? value(fields[0]) : name}
          </MaybeLink>
        </span>
        <WaitingBadge mark={waiting} />
        <Menu
          trigger={
            <IconButton
              size="xs"
              icon={Ellipsis}
              tabIndex={-1}
              className="-me-2"
              label={t('listWork.board.moveOf', { title: name })}
            />
          }
          items={
            ways.length > 0
              ? ways.map(way => ({
                  label: way.label,
                  disabled: way.refused ?? false,
                  onSelect: () => onMove(row, way),
                }))
              : [{ label: t('listWork.board.noMove'), disabled: true, onSelect: () => undefined }]
          }
        />
      </div>
      {fields.slice(1, 1 + LINES).map(column => (
        <div
          key={column.name}
          className="flex h-5 min-w-0 items-center gap-2 text-20 pointer-coarse:h-6 pointer-coarse:text-30"
        >
          <span className="shrink-0 text-subtle">{column.label}</span>
          <span className="min-w-0 flex-1 truncate text-end">{value(column)}</span>
        </div>
      ))}
    </div>
  )
}
