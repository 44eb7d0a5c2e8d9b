import { clsx } from 'clsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { TFunction } from 'i18next'
import { memo, type ReactNode } from 'react'
import type { Item, List } from '#contract/list.ts'
import type { Mark } from '#src/data/use-marks.ts'
import { itemKind } from '#src/fields/item-kinds.tsx'
import { KindCell } from '#src/fields/kind-cell.tsx'
import type { FieldView } from '#src/fields/view.ts'
import { formatNumber } from '#src/lib/format.ts'
import { piece } from '#src/lib/piece.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MenuPlace } from '#src/ui/menu.tsx'
import { StageRail } from '#src/ui/stage-rail.tsx'
import { Swatch } from '#src/ui/swatch.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { WaitingBadge } from '../waiting-badge.tsx'
import { flagIcons, standsAtEnd } from './columns.ts'
import type { ItemDeeds } from './item-menu.tsx'

const load = () => import('./item-menu.tsx')
const ItemMenu = piece(() => load().then(({ ItemMenu }) => ItemMenu))
const prepare = () => void load().catch(() => undefined)

export type ItemRowProps = {
  list: List
  item: Item
  columns: readonly FieldView[]
  parentName: string | undefined
  /** How many records point at it; undefined while nobody knows. */
  uses: number | undefined
  place: number
  /** Is it the last one? */
  last: boolean
  narrow: boolean
  /** Do the items of this list have colours? */
  coloured: boolean
  mayEdit: boolean
  mayMove: boolean
  /** Is this the row that the Tab key reaches? */
  current: boolean
  busy: boolean
  dragged: boolean
  note: ReactNode
  /** Something of it is on this device only. */
  waiting: Mark | undefined
  deeds: ItemDeeds
  texts: RowTexts
}

/** What all rows say, put into words once for ten thousand of them. */
export type RowTexts = ReturnType<typeof rowTexts>

export function rowTexts(t: TFunction<'crud'>) {
  const about = (words: string) => (item: Item) => words.replace(LABEL, () => item.label)
  return {
    handle: about(t('list.handle', { label: LABEL })),
    handleHint: t('list.handleHint'),
    activeOf: about(t('list.activeOf', { label: LABEL })),
    moreFor: about(t('list.moreFor', { label: LABEL })),
    off: t('list.off'),
    yes: t('yes'),
    inUse: t('list.inUse'),
    usesOf: (item: Item, count: number) => t('list.usesOf', { label: item.label, count, shown: formatNumber(count) }),
  }
}
const LABEL = '\uFFFC'

// Scrolling draws the table again and again: a row that is the same must not cost anything.
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { list, item, columns, place, narrow, mayEdit, mayMove, current, dragged, deeds, note, texts } = props
  const tab = current ? 0 : -1
  const cell = (column: FieldView) => (
    <ColumnCell list={list} item={item} column={column} parentName={props.parentName} />
  )
  return (
    <div
      role="row"
      aria-rowindex={place + 1}
      data-index={place - 1}
      data-item={item.id}
      tabIndex={tab}
      className={clsx(
        'group/row grid min-h-[calc(var(--row)+4px)] scroll-mt-46 scroll-mb-47 items-center gap-x-3 border-b bg-surface px-3 outline-none pointer-coarse:min-h-13',
        narrow
          ? 'grid-cols-[auto_minmax(0,1fr)_auto_auto] gap-y-1 py-2'
          : 'grid-cols-(--tracks) hover:bg-surface-hover',
        'focus-visible:shadow-[inset_0_1px_var(--focus),inset_0_-1px_var(--focus)]',
        dragged
          ? 'relative z-1 bg-surface-raised shadow-[inset_0_1px_var(--focus),inset_0_-1px_var(--focus)]'
          : 'in-data-dragging:transition-transform in-data-dragging:motion-1',
      )}
    >
      <span role="gridcell" className="-ms-1">
        {mayMove && (
          <button
            type="button"
            onPointerDown={event => deeds.hold(item.id, event)}
            tabIndex={tab}
            aria-label={texts.handle(item)}
            title={texts.handleHint}
            className={clsx(
              'grid size-hit touch-none place-items-center rounded-2 hover:text-ink',
              dragged ? 'cursor-grabbing! text-accent-text' : 'cursor-grab! text-subtle',
            )}
          >
            <Icon of={GripVertical} size="sm" />
          </button>
        )}
      </span>
      <span role="gridcell" className="flex min-w-0 items-center gap-3">
        {props.coloured && <Swatch colour={item.colour} className={item.active ? '' : 'opacity-60'} />}
        <span className="grid min-w-0 gap-px">
          <span className={clsx('truncate text-30 font-medium pointer-coarse:text-40', !item.active && 'text-subtle')}>
            {item.label}
          </span>
          <code className="ltr w-fit max-w-full truncate font-mono text-20 text-muted">{item.code}</code>
        </span>
        <WaitingBadge mark={props.waiting} className="shrink-0" />
      </span>
      {!narrow &&
        columns.map(column => (
          <span
            key={column.name}
            role="gridcell"
            className={clsx(
              'min-w-0 truncate text-30',
              standsAtEnd(column) && 'text-end',
              !item.active && 'text-subtle',
            )}
          >
            {cell(column)}
          </span>
        ))}
      {!narrow && (
        <span role="gridcell" className="text-end text-30">
          <Uses {...props} tab={tab} />
        </span>
      )}
      <span role="gridcell" className="ps-1">
        {mayEdit ? (
          <Switch
            tabIndex={tab}
            aria-label={texts.activeOf(item)}
            checked={item.active}
            disabled={props.busy}
            onChange={() => deeds.toggle(item)}
          />
        ) : (
          !item.active && <Badge>{texts.off}</Badge>
        )}
        {!mayEdit && item.active && !narrow && <span className="text-30 text-muted">{texts.yes}</span>}
      </span>
      <span role="gridcell" className="text-end">
        {mayEdit && <More {...props} tab={tab} />}
      </span>
      {narrow && (
        <div role="gridcell" className="col-span-3 col-start-2 pb-1">
          <dl className="flex flex-wrap gap-x-4 gap-y-1 text-30">
            {columns.map(column => (
              <div key={column.name} className="flex min-w-0 gap-2">
                <dt className={column.name === 'stage' ? 'sr-only' : 'text-muted'}>
                  {column.words.field(column.name)}
                </dt>
                <dd className="min-w-0 truncate">{cell(column)}</dd>
              </div>
            ))}
            <div className="flex gap-2">
              <dt className="text-muted">{texts.inUse}</dt>
              <dd>
                <Uses {...props} tab={tab} />
              </dd>
            </div>
          </dl>
        </div>
      )}
      {note && (
        <div role="gridcell" className="col-span-full pb-2">
          {note}
        </div>
      )}
    </div>
  )
})

function ColumnCell(props: { list: List; item: Item; column: FieldView; parentName: string | undefined }) {
  const { list, item, column, parentName } = props
  if (column.name === 'parent') return <>{parentName ?? '—'}</>
  const icon = flagIcons[column.name]
  if (icon && item[column.name] === true)
    return (
      <span className="text-muted">
        <Icon of={icon} size="sm" className="inline align-text-bottom" /> {column.words.flag(column.name, true)}
      </span>
    )
  if (column.name !== 'stage')
    return <KindCell kind={itemKind(column.meta.kind)} field={column} value={item[column.name]} />
  const stage = item.stage ?? ''
  return (
    <StageRail
      stages={list.list.stages}
      stage={stage}
      label={column.words.stage(stage)}
      colour={list.colour ?? 'none'}
      className="max-w-full"
    />
  )
}

function Uses({ item, uses, deeds, texts, tab }: ItemRowProps & { tab: number }) {
  if (uses === undefined) return <span className="text-subtle">—</span>
  if (uses === 0) return <span className="text-subtle tabular-nums">{formatNumber(0)}</span>
  return (
    <button
      type="button"
      tabIndex={tab}
      onClick={() => deeds.showUses(item)}
      aria-label={texts.usesOf(item, uses)}
      className="link min-h-hit min-w-hit text-end tabular-nums"
    >
      {formatNumber(uses)}
    </button>
  )
}

function More({ tab, ...props }: ItemRowProps & { tab: number }) {
  const trigger = <IconButton tabIndex={tab} size="xs" label={props.texts.moreFor(props.item)} icon={Ellipsis} />
  return (
    <MenuPlace
      trigger={trigger}
      prepare={prepare}
      renderMenu={opening => <ItemMenu {...props} trigger={trigger} opening={opening} />}
    />
  )
}
