import type { QueryClient } from '@tanstack/react-query'
import { reversible } from '#contract/csv.ts'
import { emptyLine } from '#contract/empty-line.ts'
import { same } from '#contract/merge.ts'
import type { Row } from '#contract/module.ts'
import { isBlank, writeSheet } from '#contract/sheet.ts'
import { columnsIn, writeColumn, type Names, type Writers } from '#contract/value-text.ts'
import { itemCache } from '#src/data/item-cache.ts'
import type { Data } from '#src/data/data.ts'
import { writeClipboard } from '#src/lib/clipboard.ts'
import type { Column } from '../list/model.ts'
import { wordOf } from './paste-plan.ts'
import { writersHere } from '#src/data/value-text.ts'

type Around = { queries: QueryClient; data: Pick<Data, 'db'> }

/** What ids stand for, as far as the cells on the screen have asked for it. */
export const namesOnScreen = ({ queries, data }: Around): Names => ({
  item: id => (data.db && itemCache(data.db).get(id)?.label) || `#${id}`,
  record: (module, id) => queries.getQueryData<string>([module, 'title', id]) ?? `#${id}`,
})

type Sheet = { columns: readonly Column[]; rows: readonly Row[]; stage: (stage: string) => string }

type Cells = { label: string; texts: string[] }

/** A column as it is shown; further parts of lines and addresses beside it, where they say more than a new line does. */
function cellsOf({ name, label, field }: Column, { rows, stage }: Sheet, writers: Writers): Cells[] {
  if (!field) return [{ label, texts: rows.map(row => stage(row.stage ?? '')) }]
  const usual = emptyLine(field.meta)
  return columnsIn(name, field.meta).flatMap((column, index) => {
    const isSaid = (value: unknown): boolean =>
      Array.isArray(value)
        ? value.some(line => !same((line as Row)[column.part!] ?? null, usual[column.part!] ?? null))
        : value !== null && value !== undefined
    if (index > 0 && (column.given || !rows.some(row => isSaid(row[name])))) return []
    const texts = rows.map(row => writeColumn(field, column, row[name], writers))
    return index > 0 && isBlank(texts) ? [] : [{ label: index === 0 ? label : wordOf(field.words, column.name), texts }]
  })
}

/** Rows with the columns as they are shown. The first line names the columns where several rows are copied, or parts of a field. */
export function rowsAsSheet(sheet: Sheet, names: Names): string {
  const { columns, rows } = sheet
  const writers = writersHere(names)
  const cells = columns.flatMap(column => cellsOf(column, sheet, writers))
  const lines = rows.map((_, at) => cells.map(({ texts }) => reversible(texts[at]!)))
  const needsHead = rows.length > 1 || cells.length > columns.length
  return writeSheet(needsHead ? [cells.map(({ label }) => label), ...lines] : lines)
}

/** Puts rows on the clipboard, for a spreadsheet. False where the browser does not let us. */
export const copyRows = (sheet: Sheet, around: Around): Promise<boolean> =>
  writeClipboard(rowsAsSheet(sheet, namesOnScreen(around)))
