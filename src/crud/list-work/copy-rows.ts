import type { QueryClient } from '@tanstack/react-query'
import type { Row } from '#contract/module.ts'
import { itemCache } from '#src/data/item-cache.ts'
import type { Data } from '#src/data/data.ts'
import { writeClipboard } from '#src/lib/clipboard.ts'
import { writeSheet } from '#src/lib/sheet.ts'
import type { Column } from '../list/model.ts'
import { writeValue, type Names } from './value-text.ts'

type Around = { queries: QueryClient; data: Pick<Data, 'db'> }

/** What ids stand for, as far as the cells on the screen have asked for it. */
export const namesOnScreen = ({ queries, data }: Around): Names => ({
  item: id => (data.db && itemCache(data.db).get(id)?.label) || `#${id}`,
  record: (module, id) => queries.getQueryData<string>([module, 'title', id]) ?? `#${id}`,
})

type Sheet = { columns: readonly Column[]; rows: readonly Row[]; stage: (stage: string) => string }

/** Rows with the columns as they are shown. The first line names the columns where there are several rows. */
export function rowsAsSheet({ columns, rows, stage }: Sheet, names: Names): string {
  const lines = rows.map(row =>
    columns.map(({ name, field }) => (field ? writeValue(field, row[name], names) : stage(row.stage ?? ''))),
  )
  return writeSheet(rows.length > 1 ? [columns.map(column => column.label), ...lines] : lines)
}

/** Puts rows on the clipboard, for a spreadsheet. False where the browser does not let us. */
export const copyRows = (sheet: Sheet, around: Around): Promise<boolean> =>
  writeClipboard(rowsAsSheet(sheet, namesOnScreen(around)))
