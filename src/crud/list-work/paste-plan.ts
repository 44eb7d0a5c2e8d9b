import type { TFunction } from 'i18next'
import type { Actor } from '#contract/actor.ts'
import { metaOf } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { can, reveals } from '#contract/rules.ts'
import { isBlank } from '#contract/sheet.ts'
import type { Target } from '#contract/sheet-heads.ts'
import { columnsIn, namesInCell, readField, type Finder, type Read, type SheetColumn } from '#contract/value-text.ts'
import { nothingLooked, readersHere } from '#src/data/value-text.ts'
import { fieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { checkValues, emptyValues, type Errors, type Values } from '#src/form/check.ts'
import { isCellEditable, isFieldChangeable } from './editable.ts'

export type PasteMode = 'change' | 'new'

/** One line of the sheet: what it would write, and what is wrong with it. */
export type PlannedLine = {
  /** Its place in the sheet, from 1. */
  number: number
  texts: readonly string[]
  /** What a new record is made of, or what would change in the row. */
  values: Values
  row: Row | null
  /** By field; what is about no field stands under ''. */
  errors: Errors
}

type Around = { module: Module; words: Words; actor: Actor; t: TFunction<'crud'> }

/** The columns that a sheet may fill; of lines and addresses in new records, one for each part that is typed. */
export function pasteFields({ module, actor }: Pick<Around, 'module' | 'actor'>, mode: PasteMode): string[] {
  const isNew = mode === 'new'
  if (isNew && !can(actor, module, 'create')) return []
  return Object.entries(module.fields).flatMap(([name, field]) => {
    const meta = metaOf(field)
    if (!isNew) return isFieldChangeable(module, name, actor) ? [name] : []
    if (meta.kind === 'files' || !reveals(module, name, actor)) return []
    return columnsIn(name, meta).flatMap(column => (column.given ? [] : column.name))
  })
}

/** What a column of a sheet is called: `Phones`, `Phones: Kind`. */
export const wordOf = (words: Pick<Words, 'field'>, name: string): string =>
  name.includes('.') ? `${words.field(name.split('.')[0]!)}: ${words.field(name)}` : words.field(name)

/** What a head may name. */
export const targetsOf = ({ words }: Pick<Around, 'words'>, names: readonly string[]): Target[] =>
  names.map(name => ({ name, word: wordOf(words, name) }))

const columnOf = (module: Module, name: string): SheetColumn | undefined => {
  const [field = ''] = name.split('.')
  const declared = module.fields[field]
  return declared && columnsIn(field, metaOf(declared)).find(column => column.name === name)
}

/** Which field each column of the sheet fills where nothing names them: those that are shown, from the given one on. */
export const byPosition = (shown: readonly string[], names: readonly string[], from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const name = shown[from + index]
    return name !== undefined && names.includes(name) ? name : null
  })

type Plan = Around & {
  mode: PasteMode
  lines: readonly { number: number; texts: readonly string[] }[]
  /** The field of each column; null where it is left out. */
  mapping: readonly (string | null)[]
  /** The rows that the lines are written over, in their order. */
  rows: readonly (Row | undefined)[]
  /** Null while the names are being looked up: then nothing is said of them. */
  find: Finder | null
}

/** What would become of every line. */
export function planPaste(plan: Plan): PlannedLine[] {
  const { module, mapping, mode, rows } = plan
  const columns = mapping.map(name => (name === null ? undefined : columnOf(module, name)))
  // One line over many rows fills them all.
  const fills = mode === 'change' && plan.lines.length === 1 && rows.length > 1
  const pairs = fills
    ? rows.map(row => ({ line: plan.lines[0]!, row }))
    : plan.lines.map((line, index) => ({ line, row: mode === 'change' ? rows[index] : undefined }))
  return pairs.flatMap(({ line, row }) => {
    const { number, texts } = line
    if (!isBlank(texts)) return [planLine(plan, columns, line, row)]
    // An empty line leaves the row at its place as it was, and becomes no record.
    return mode === 'change' && row ? [{ number, texts, values: {}, row, errors: {} }] : []
  })
}

function planLine(
  plan: Plan,
  columns: readonly (SheetColumn | undefined)[],
  { number, texts }: Plan['lines'][number],
  row: Row | undefined,
): PlannedLine {
  const { module, words, actor, t, mode, find } = plan
  const errors: Errors = {}
  const read: Values = {}
  const open = new Set<string>()
  const readers = readersHere(find ?? nothingLooked)
  const cells = columns.flatMap((column, index) => (column ? [{ column, text: texts[index] ?? '' }] : []))
  for (const name of new Set(cells.map(({ column }) => column.field))) {
    const said = cells.filter(({ column }) => column.field === name)
    // An empty cell of a new record is what a form would have started with. It says neither on nor off.
    const isEmpty = isBlank(said.map(({ text }) => text))
    if (isEmpty && (mode === 'new' || said[0]?.column.meta.kind === 'flag')) continue
    const known = readField(fieldView(module, name, words), said, readers)
    if ('value' in known) read[name] = known.value
    else if (find === null && known.wrong === 'notLooked') open.add(name)
    else errors[name] = sayWrong(known, t)
  }
  const check = (schema: Parameters<typeof checkValues>[0], values: Values) => {
    const wrong = byField(checkValues(schema, module.fields, values, words, t))
    return Object.fromEntries(Object.entries(wrong).filter(([name]) => !open.has(name)))
  }
  if (mode === 'new') {
    const values = { ...emptyValues(module), ...read }
    const wrong = check(module.input, values)
    return { number, texts, values, row: null, errors: { ...wrong, ...errors } }
  }
  if (!row) return { number, texts, values: {}, row: null, errors: { '': t('listWork.paste.noRow') } }
  const values = Object.fromEntries(Object.entries(read).filter(([name, value]) => !same(value, row[name] ?? null)))
  const fixed = Object.keys(values).find(name => !isCellEditable(module, row, name, actor))
  const wrong = check(module.change, values)
  if (fixed) errors[fixed] = t('form.locked', { noun: words.noun })
  return { number, texts, values, row, errors: { ...wrong, ...errors } }
}

/** What is wrong inside of lines is said at their cell. */
const byField = (errors: Errors): Errors =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [path.split('.')[0] ?? path, message]))

/** Why a cell could not be read. */
export const sayWrong = ({ wrong, said }: Extract<Read, { wrong: string }>, t: TFunction<'crud'>): string =>
  t(`listWork.paste.${wrong}`, { said })

/** Names in the sheet that stand for records or list items, by column. */
export function namesIn(
  module: Module,
  lines: readonly { texts: readonly string[] }[],
  mapping: readonly (string | null)[],
) {
  return mapping.flatMap((name, index) => {
    const column = name === null ? undefined : columnOf(module, name)
    if (!column || !['listItem', 'listItems', 'reference', 'references'].includes(column.meta.kind)) return []
    const texts = lines.flatMap(line => namesInCell(column, line.texts[index] ?? ''))
    return [{ meta: column.meta, texts: new Set(texts) }]
  })
}
