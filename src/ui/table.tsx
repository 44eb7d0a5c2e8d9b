import { clsx } from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type TableProps = ComponentPropsWithRef<'table'> & {
  /** What the rows are; read out, not shown. */
  caption: string
  /** Rows of 32, 40 or 52; without it by the theme. A finger always gets 52. */
  density?: 'compact' | 'regular' | 'comfortable' | undefined
  /** Under 640 px each row becomes a card with the labels of its cells. */
  cards?: boolean | undefined
}

/** Inside a Card. One cell with `flex` truncates; the others keep their words. */
export function Table({ caption, density, cards = true, className, children, ...rest }: TableProps) {
  return (
    <table
      {...rest}
      data-density={density}
      data-cards={cards || undefined}
      className={clsx(
        'group/table w-full border-separate border-spacing-0 text-30 max-sm:data-cards:block pointer-coarse:text-40',
        className,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  )
}

/**
 * The head stays in sight under the page's header; `static` where the table itself scrolls or is short. Above cards it is read
 * out, and seen while the keyboard is in it.
 */
export function TableHead({ children, isStatic }: { children: ReactNode; isStatic?: boolean | undefined }) {
  return (
    <thead
      className="group/head max-sm:group-data-cards/table:block max-sm:group-data-cards/table:overflow-x-auto max-sm:group-data-cards/table:not-focus-within:sr-only"
      data-static={isStatic || undefined}
    >
      <tr>{children}</tr>
    </thead>
  )
}

export function TableBody(props: ComponentPropsWithRef<'tbody'>) {
  return <tbody {...props} className={clsx('max-sm:group-data-cards/table:block', props.className)} />
}

type Sort = 'ascending' | 'descending' | 'none'
type HeadCellProps = Omit<ComponentPropsWithRef<'th'>, 'onClick'> & {
  numeric?: boolean | undefined
  /** Where it stands; with `onSort` the head becomes a button. */
  sort?: Sort | undefined
  onSort?: (() => void) | undefined
}

export function HeadCell({ numeric, sort, onSort, className, children, ...rest }: HeadCellProps) {
  const arrow = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort && sort !== 'none' ? sort : undefined}
      className={clsx(
        'stays sticky top-(--table-top,var(--header-h)) z-(--z-sticky) h-[max(36px,var(--hit))] border-b bg-surface-sunken px-3 text-20 font-medium whitespace-nowrap text-muted group-data-static/head:static first:ps-4 last:pe-4 first:rounded-ss-[9px] last:rounded-se-[9px] [&[aria-sort]]:font-semibold [&[aria-sort]]:text-ink',
        numeric ? 'text-end' : 'text-start',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={clsx(
            'group/sort -mx-1 inline-flex min-h-hit items-center gap-1 rounded-1 px-1 hover:text-ink',
            numeric && 'flex-row-reverse',
          )}
        >
          {children}
          <Icon
            of={arrow}
            size="xs"
            className={clsx(
              sort === 'none' || !sort
                ? 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100'
                : '',
            )}
          />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

type RowProps = ComponentPropsWithRef<'tr'> & {
  selected?: boolean | undefined
  /** The keyboard is here. */
  active?: boolean | undefined
  /** Switched off, archived: still legible, stepped back. */
  faded?: boolean | undefined
}

export function Row({ selected, active, faded, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      data-selected={selected || undefined}
      data-active={active || undefined}
      data-faded={faded || undefined}
      aria-selected={selected}
      className={clsx(
        'group/row scroll-mt-50 scroll-mb-51 outline-none max-sm:group-data-cards/table:grid max-sm:group-data-cards/table:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:group-data-cards/table:border-b max-sm:group-data-cards/table:px-4 max-sm:group-data-cards/table:py-3 max-sm:group-data-cards/table:last:border-b-0 max-sm:group-data-cards/table:data-selected:bg-selected max-sm:group-data-cards/table:data-active:shadow-[inset_3px_0_var(--focus)] max-sm:group-data-cards/table:focus-visible:shadow-[inset_3px_0_var(--focus)]',
        className,
      )}
    />
  )
}

type CellProps = ComponentPropsWithRef<'td'> & {
  numeric?: boolean | undefined
  /** The one column that takes the spare room and truncates. */
  flex?: boolean | undefined
  /** Words may go over several lines. */
  wrap?: boolean | undefined
  /** A checkbox, a handle. */
  check?: boolean | undefined
  /** A menu or buttons at the end. */
  actions?: boolean | undefined
  /** Names the value on a card; without it the cell is the card's own line. */
  label?: string | undefined
}

export function Cell({ numeric, flex, wrap, check, actions, label, className, children, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      data-label={label}
      className={clsx(
        'h-row border-b px-3 py-1 align-middle group-last/row:border-b-0 first:ps-4 last:pe-4',
        'group-hover/row:bg-surface-hover group-data-selected/row:bg-selected group-data-faded/row:text-subtle',
        'group-focus-visible/row:shadow-[inset_0_1px_var(--focus),inset_0_-1px_var(--focus)] group-data-active/row:shadow-[inset_0_1px_var(--focus),inset_0_-1px_var(--focus)]',
        'first:group-focus-visible/row:shadow-[inset_3px_0_var(--focus),inset_0_1px_var(--focus),inset_0_-1px_var(--focus)] first:group-data-active/row:shadow-[inset_3px_0_var(--focus),inset_0_1px_var(--focus),inset_0_-1px_var(--focus)] first:rtl:group-data-active/row:shadow-[inset_-3px_0_var(--focus),inset_0_1px_var(--focus),inset_0_-1px_var(--focus)]',
        // To a finger a link is its whole cell.
        'pointer-coarse:has-[>a:only-child]:relative pointer-coarse:[&>a:only-child]:after:absolute pointer-coarse:[&>a:only-child]:after:inset-0',
        numeric && 'text-end',
        !wrap && 'whitespace-nowrap',
        flex && 'w-full max-w-0 truncate',
        check && 'w-10 pe-0!',
        actions && 'w-11 ps-0! pe-2! text-end',
        'max-sm:group-data-cards/table:h-auto max-sm:group-data-cards/table:border-0 max-sm:group-data-cards/table:bg-transparent max-sm:group-data-cards/table:p-0! max-sm:group-data-cards/table:shadow-none! max-sm:group-data-cards/table:w-auto max-sm:group-data-cards/table:max-w-none max-sm:group-data-cards/table:text-start',
        check &&
          'max-sm:group-data-cards/table:col-start-1 max-sm:group-data-cards/table:row-start-1 max-sm:group-data-cards/table:self-center max-sm:group-data-cards/table:pe-3!',
        actions && 'max-sm:group-data-cards/table:col-start-3 max-sm:group-data-cards/table:row-start-1',
        !label && !check && !actions && 'max-sm:group-data-cards/table:col-start-2',
        label &&
          'max-sm:group-data-cards/table:col-span-full max-sm:group-data-cards/table:flex max-sm:group-data-cards/table:items-center max-sm:group-data-cards/table:justify-between max-sm:group-data-cards/table:gap-3 max-sm:group-data-cards/table:before:text-20 max-sm:group-data-cards/table:before:text-subtle max-sm:group-data-cards/table:before:content-[attr(data-label)]',
        className,
      )}
    >
      {children}
    </td>
  )
}
