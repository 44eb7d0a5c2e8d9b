import type { Module, Row } from '#contract/module.ts'
import { titleOf } from '#src/data/use-titles.ts'

/** What a record is called, also one without a name. */
export const nameOf = (module: Module, row: Row): string => titleOf(module, row) || `#${row.id}`
