import { clsx } from 'clsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import type { Tri } from './draft.ts'

type Props = {
  /** Where it stands in the grid. */
  column: string
  /** The column's word, shown where the grid has become cards. */
  head: string
  label: string
  checked: Tri
  onChange: (on: boolean) => void
  /** The grid is one stop of the Tab key: this one. */
  stop: boolean
  changed?: boolean | undefined
  disabled?: boolean | undefined
  /** Why it cannot be ticked. */
  reason?: string | undefined
  /** Stands for others: of a row, a column, a group. */
  whole?: boolean | undefined
  /** Not shown while the grid has become cards. */
  folded?: boolean | undefined
  /** In a row that is a heading. */
  low?: boolean | undefined
}

/** One box of the matrix; all of its cell can be pressed. */
export function TickCell(props: Props) {
  const { column, head, label, checked, onChange, stop, changed, disabled, reason, whole, folded, low } = props
  return (
    <td
      title={reason}
      className={clsx(
        'border-b p-0 text-center @max-[600px]/matrix:border-0',
        folded && '@max-[600px]/matrix:hidden',
        changed ? 'bg-warning-subtle' : whole && 'bg-surface-sunken/60',
      )}
    >
      <label
        className={clsx(
          'grid h-full place-items-center gap-2 px-1 @max-[600px]/matrix:flex @max-[600px]/matrix:min-h-hit @max-[600px]/matrix:justify-start @max-[600px]/matrix:px-2',
          low ? 'min-h-8 pointer-coarse:min-h-11' : 'min-h-9 pointer-coarse:min-h-13',
          !disabled && 'cursor-pointer',
        )}
      >
        <Checkbox
          aria-label={label}
          checked={checked}
          onChange={onChange}
          disabled={disabled}
          data-column={column}
          tabIndex={stop ? 0 : -1}
          className={clsx(disabled && reason && 'opacity-50')}
        />
        <span aria-hidden="true" className="hidden text-30 @max-[600px]/matrix:inline">
          {head}
        </span>
      </label>
    </td>
  )
}

type HeadProps = Pick<Props, 'column' | 'head' | 'label' | 'checked' | 'stop' | 'disabled'> & { onChange: () => void }

/** The head of a column, with the box for all of it. */
export function HeadTick({ column, head, label, checked, stop, disabled, onChange }: HeadProps) {
  return (
    <th
      scope="col"
      className={clsx(
        'stays sticky top-(--table-top,var(--header-h)) z-(--z-sticky) border-b bg-surface-sunken p-0 text-20 font-medium text-muted last:rounded-se-[9px]',
        column === 'all' ? 'w-13' : 'w-16 @min-[720px]/matrix:w-21',
      )}
    >
      <label
        className={clsx(
          'grid min-h-13 content-center justify-items-center gap-1 px-0.5 py-1 leading-4',
          !disabled && 'cursor-pointer hover:text-ink',
        )}
      >
        <span className="text-center text-balance wrap-break-word">{head}</span>
        <Checkbox
          aria-label={label}
          checked={checked}
          onChange={onChange}
          disabled={disabled}
          data-column={column}
          tabIndex={stop ? 0 : -1}
        />
      </label>
    </th>
  )
}

/** The action does not exist there. */
export const NoCell = ({ empty }: { empty?: boolean }) => (
  <td className="border-b text-center text-line-strong @max-[600px]/matrix:hidden">
    {!empty && <span aria-hidden="true">·</span>}
  </td>
)
