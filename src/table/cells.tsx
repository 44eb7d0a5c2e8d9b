import type { ReactNode } from 'react'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { textOf, type ShownNames } from '#src/fields/texts.ts'
import { isNothing } from '#src/fields/view.ts'
import { Swatch } from '#src/ui/swatch.tsx'
import type { Column } from './model.ts'

/** What stands in a cell: a string wherever that says it all. Null: nothing, which a dash says; false: nothing at all. */
export function shownIn<R>(column: Column<R>, row: R, names: ShownNames): ReactNode {
  const { key, field, text, cell } = column
  if (cell) return cell(row, names)
  if (text) return text(row, names) || null
  const value = (row as Record<string, unknown>)[key]
  if (!field || isNothing(value)) return null
  const colour = field.meta.kind === 'listItem' ? names.colour(Number(value)) : null
  if (colour)
    return (
      <>
        <Swatch colour={colour} className="me-2 align-[-3px]" />
        {names.item(Number(value))}
      </>
    )
  return textOf(field, value, names) ?? <FieldCell field={field} value={value} />
}
