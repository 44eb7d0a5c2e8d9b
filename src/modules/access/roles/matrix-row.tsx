import { clsx } from 'clsx'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Building2 from 'lucide-react/icons/building-2'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Eye from 'lucide-react/icons/eye'
import Info from 'lucide-react/icons/info'
import UserRound from 'lucide-react/icons/user-round'
import { memo, type Dispatch, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowScope } from '#contract/actor.ts'
import { Icon, type IconType } from '#src/ui/icon.tsx'
import { Tick } from '#src/ui/tick.tsx'
import { tri, type Deed } from './draft.ts'
import { codeOf, columnWords, inColumn, type Line } from './lines.ts'
import { NoCell, TickCell } from './tick-cell.tsx'

const Mark = ({ icon, text, className }: { icon: IconType; text: string; className: string }) => (
  <span title={text}>
    <Icon of={icon} size="xs" className={className} />
    <span className="sr-only">{text}</span>
  </span>
)

type Props = {
  line: Line
  columns: readonly string[]
  /** The line's own columns that are granted, that were, and that the person may not give: joined, so that they compare. */
  granted: string
  before: string
  locked: string
  readOnly: boolean
  /** Where in this row the grid's Tab stop is. */
  stop: string | null
  open: boolean
  /** The scope and the approval, where they differ from the usual. */
  scope: RowScope
  approves: boolean
  withoutList: boolean
  /** A right of the line shows fields that nobody else sees. */
  reveals: boolean
  dispatch: Dispatch<Deed>
  onOpen: (line: string) => void
  /** What an open row shows below. */
  children?: ReactNode
}

/**
 * One number with its permissions. It gets plain values and is drawn again only when one of them changes: a tick must not
 * draw four hundred boxes.
 */
export const MatrixRow = memo(function MatrixRow(props: Props) {
  const { line, columns, readOnly, stop, open, scope, approves, withoutList, reveals, dispatch, onOpen, children } =
    props
  const { t } = useTranslation(['access', 'role'])
  const has = (joined: string, column: string) => joined.split(',').includes(column)
  const name = t(`lines.${line.name}`)
  const free = line.columns.filter(column => !has(props.locked, column))
  const all = tri(line.columns.map(column => has(props.granted, column)))
  const changed = line.columns.some(column => has(props.granted, column) !== has(props.before, column))
  const isReport = columns[0] === 'see'
  const grant = (list: readonly string[], on: boolean) =>
    dispatch({ do: 'grant', codes: list.map(column => codeOf(line, column)), on })
  const wordsFor = (column: string) => t(columnWords(line, column))
  const summary = columns.filter(column => has(props.granted, inColumn(line, column) ?? '')).map(wordsFor)
  return (
    <>
      <tr
        data-line={line.name}
        data-mark={line.colour ?? 'none'}
        className={clsx(
          'group/row hover:bg-surface-hover @max-[600px]/matrix:grid @max-[600px]/matrix:grid-cols-2 @max-[600px]/matrix:border-b',
          open && '@max-[600px]/matrix:pb-2',
        )}
      >
        <th
          scope="row"
          className="h-9 border-b p-0 text-start font-normal @max-[600px]/matrix:col-span-full @max-[600px]/matrix:h-auto! @max-[600px]/matrix:border-0 pointer-coarse:h-13"
        >
          <button
            type="button"
            data-column="name"
            tabIndex={stop === 'name' ? 0 : -1}
            aria-expanded={open}
            onClick={() => onOpen(line.name)}
            className="flex min-h-9 w-full items-center gap-2 py-1 ps-2 pe-3 text-start focus-visible:-outline-offset-2 pointer-coarse:min-h-13"
          >
            <Icon
              of={ChevronRight}
              size="xs"
              mirrored={!open}
              className={clsx(
                'text-subtle opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 @max-[600px]/matrix:opacity-100 pointer-coarse:opacity-100',
                open && 'rotate-90 opacity-100',
              )}
            />
            <Tick />
            <span className="min-w-0 flex-1 wrap-break-word">
              {name}
              {isReport && <span className="block text-20 text-subtle">{t(`about.${line.name}`)}</span>}
              <span className="hidden text-20 text-subtle @max-[600px]/matrix:block">
                {summary.length > 0 ? summary.join(' · ') : '—'}
              </span>
            </span>
            {changed && (
              <span aria-hidden="true" className="hidden size-2 rounded-full bg-warning @max-[600px]/matrix:block" />
            )}
            {withoutList && <Mark icon={Info} className="text-info" text={t('editor.withoutList')} />}
            {reveals && <Mark icon={Eye} className="text-muted" text={t('editor.revealsSome')} />}
            {approves && <Mark icon={BadgeCheck} className="text-muted" text={t('editor.approve')} />}
            {scope !== 'all' && (
              <Mark icon={scope === 'own' ? UserRound : Building2} className="text-muted" text={t(`scope.${scope}`)} />
            )}
            <span className="font-mono text-20 text-subtle">
              {isReport ? `${line.number}-${line.name}` : line.number}
            </span>
          </button>
        </th>
        {!isReport && (
          <TickCell
            whole
            column="all"
            head={t('columns.all')}
            label={t('editor.allOfRow', { line: name })}
            checked={all}
            onChange={() => grant(free, !free.every(column => has(props.granted, column)))}
            stop={stop === 'all'}
            disabled={readOnly || free.length === 0}
            folded={!open}
          />
        )}
        {columns.map(column => {
          const own = inColumn(line, column)
          if (!own) return <NoCell key={column} />
          const on = has(props.granted, own)
          const locked = !on && has(props.locked, own)
          return (
            <TickCell
              key={column}
              column={column}
              head={wordsFor(column)}
              label={t(`role:options.permissions.${codeOf(line, own)}`)}
              checked={on}
              onChange={next => grant([own], next)}
              stop={stop === column}
              changed={on !== has(props.before, own)}
              disabled={readOnly || locked}
              reason={locked ? t('editor.notMine') : undefined}
              folded={!open}
            />
          )
        })}
      </tr>
      {open && (
        <tr className="@max-[600px]/matrix:block">
          <td
            colSpan={columns.length + (isReport ? 1 : 2)}
            className="border-b bg-surface-sunken px-4 py-3 @max-[600px]/matrix:block"
          >
            {children}
          </td>
        </tr>
      )}
    </>
  )
})
