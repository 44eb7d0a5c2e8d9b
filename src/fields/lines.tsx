import { useTranslation } from 'react-i18next'
import { isRequired, metaOf, type FieldKind } from '#contract/fields.ts'
import { KindCell } from './kind-cell.tsx'
import type { CellProps, FieldView, KindView } from './view.ts'

export type Line = { id: number } & Record<string, unknown>
export const asLines = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])

export type Column = FieldView & {
  key: string
  /** Nobody types it: only the server writes it, or it says who added the line, or when. */
  given: boolean
}

/** The columns of a line, as fields of their own. */
export const columnsOf = (field: FieldView): Column[] =>
  Object.entries(field.meta.line ?? {}).map(([key, schema]) => ({
    key,
    name: `${field.name}.${key}`,
    module: field.module,
    meta: metaOf(schema),
    required: isRequired(schema),
    words: field.words,
    given: metaOf(schema).stamp !== undefined || (field.meta.givenInLine?.includes(key) ?? false),
  }))

export type LineKinds = Record<Exclude<FieldKind, 'lines'>, KindView>

// A list has such cells in every row, and scrolling draws them anew.
const mains = new WeakMap<FieldView, Column | undefined>()
function mainOf(field: FieldView): Column | undefined {
  if (!mains.has(field)) {
    const columns = columnsOf(field)
    mains.set(field, columns.find(column => column.required) ?? columns[0])
  }
  return mains.get(field)
}

/** Apart, because most have one line, and asking for words costs more than drawing it. */
function More({ count }: { count: number }) {
  const { t } = useTranslation('crud')
  return <span className="ms-2 text-20 text-subtle">{t('form.lines.more', { count })}</span>
}

/** How lines look, out of how their columns do. */
export function linesOf(kinds: LineKinds): KindView {
  /** What the first line is known by, and how many more there are. */
  function Cell({ field, value }: CellProps) {
    const [first, ...others] = asLines(value)
    const main = mainOf(field)
    if (!first || !main) return null
    const said = first[main.key]
    return (
      <span className="whitespace-nowrap">
        <KindCell kind={kinds[main.meta.kind as keyof LineKinds]} field={main} value={said === false ? null : said} />
        {others.length > 0 && <More count={others.length} />}
      </span>
    )
  }
  return { Cell, label: 'group', wide: true }
}
