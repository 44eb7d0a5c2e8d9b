import type { Module } from '#contract/module.ts'
import { RecordStage } from '#src/fields/record-stage.tsx'
import type { Words } from '#src/fields/words.ts'
import { columnOf, fieldIn, summed } from '#src/table/columns.ts'
import type { Column } from '#src/table/model.ts'

/** The stage of a record as a column. */
export const stageColumn = (module: Module, words: Words): Column => ({
  key: 'stage',
  label: words.field('stage'),
  plain: true,
  width: 140,
  cell: row => row.stage && <RecordStage module={module} stage={row.stage} words={words} />,
})

/** Columns of a module by their names; those of `totals` have a sum. What is not there is left out. */
export const childColumns = (
  module: Module,
  words: Words,
  names: readonly string[],
  totals: readonly string[] = [],
): Column[] =>
  names.flatMap(name => {
    if (name === 'stage' && module.stages) return stageColumn(module, words)
    const field = fieldIn(module, name, words)
    if (!field) return []
    const known = columnOf(name, words.field(name), field)
    // The days of a record are few, and two lines have no room for their names.
    const column = { ...known, plain: known.plain || ['date', 'dateTime'].includes(field.meta.kind) }
    return totals.includes(name) ? summed(column) : column
  })
