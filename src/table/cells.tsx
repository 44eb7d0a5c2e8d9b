import type { ReactNode } from 'react'
import { same } from '#contract/merge.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { textOf, type ShownNames } from '#src/fields/texts.ts'
import { isNothing } from '#src/fields/view.ts'
import type { Column } from './model.ts'

const known = new WeakMap<object, { columns: object; names: ShownNames; said: readonly unknown[] }>()

/** What the cells of a row say in words alone: the same list until one of them changes. `say` is the same for all of a table. */
export function saidOf<R extends object, C extends object, S>(
  row: R,
  columns: readonly C[],
  names: ShownNames,
  say: (column: C, row: R, names: ShownNames) => S,
): readonly S[] {
  const before = known.get(row)
  if (before?.columns === columns && before.names === names) return before.said as readonly S[]
  const now = columns.map(column => say(column, row, names))
  const said = before && same(before.said, now) ? (before.said as readonly S[]) : now
  known.set(row, { columns, names, said })
  return said
}

/** What stands in a cell: a string wherever that says it all. Null: nothing, which a dash says; false: nothing at all. */
export function shownIn<R>(column: Column<R>, row: R, names: ShownNames): ReactNode {
  const { key, field, text, cell } = column
  if (cell) return cell(row, names)
  if (text) return text(row, names) || null
  const value = (row as Record<string, unknown>)[key]
  if (!field || isNothing(value)) return null
  return textOf(field, value, names) ?? <FieldCell field={field} value={value} />
}
