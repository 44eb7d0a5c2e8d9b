import type { TFunction } from 'i18next'
import type { Actor } from '#contract/actor.ts'
import { metaOf, type FieldKind } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { can, reveals } from '#contract/rules.ts'
import { fieldView, type FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { fold } from '#src/lib/match.ts'
import { headOf, isBlank } from '#src/lib/sheet.ts'
import { checkValues, emptyValues, type Errors, type Values } from '../check.ts'
import { isCellEditable, isFieldChangeable } from './editable.ts'
import { firstOfLine, nothingLooked, readValue, type Finder, type Read } from './value-text.ts'

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

/** The fields that a sheet may fill. */
export function pasteFields({ module, actor }: Pick<Around, 'module' | 'actor'>, mode: PasteMode): string[] {
  if (mode === 'change') return Object.keys(module.fields).filter(name => isFieldChangeable(module, name, actor))
  if (!can(actor, module, 'create')) return []
  const never: readonly FieldKind[] = ['files', 'address']
  return Object.entries(module.fields).flatMap(([name, field]) => {
    const meta = metaOf(field)
    const fits = !never.includes(meta.kind) && (meta.kind !== 'lines' || firstOfLine(meta) !== undefined)
    return fits && reveals(module, name, actor) ? [name] : []
  })
}

/** Does the first line name the columns? */
export function readHead(
  { words }: Pick<Around, 'words'>,
  names: readonly string[],
  line: readonly string[],
): (string | null)[] | null {
  const byWord = new Map(names.flatMap(name => [words.field(name), name].map(word => [fold(word), name] as const)))
  return headOf(line, cell => byWord.get(fold(cell)))
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
  const { module, words, mapping, mode, rows } = plan
  const fields = mapping.map(name => (name === null ? null : fieldView(module, name, words)))
  // One line over many rows fills them all.
  const fills = mode === 'change' && plan.lines.length === 1 && rows.length > 1
  const pairs = fills
    ? rows.map(row => ({ line: plan.lines[0]!, row }))
    : plan.lines.map((line, index) => ({ line, row: mode === 'change' ? rows[index] : undefined }))
  return pairs.flatMap(({ line, row }) => {
    if (!isBlank(line.texts)) return [planLine(plan, fields, line, row)]
    // An empty line leaves the row at its place as it was, and becomes no record.
    const untouched = { number: line.number, texts: line.texts, values: {}, row: row ?? null, errors: {} }
    return mode === 'change' && row ? [untouched] : []
  })
}

function planLine(
  plan: Plan,
  fields: readonly (FieldView | null)[],
  line: Plan['lines'][number],
  row: Row | undefined,
): PlannedLine {
  const { module, words, actor, t, mode, find } = plan
  const errors: Errors = {}
  const read: Values = {}
  const open = new Set<string>()
  for (const [index, field] of fields.entries()) {
    if (!field) continue
    const known = readValue(field, line.texts[index] ?? '', find ?? nothingLooked)
    if ('value' in known) read[field.name] = known.value
    else if (find === null && known.wrong === 'notLooked') open.add(field.name)
    else errors[field.name] = sayWrong(known, t)
  }
  const check = (schema: Parameters<typeof checkValues>[0], values: Values) => {
    const wrong = byField(checkValues(schema, module.fields, values, words, t))
    return Object.fromEntries(Object.entries(wrong).filter(([name]) => !open.has(name)))
  }
  if (mode === 'new') {
    // An empty cell is what a form would have started with.
    const said = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
    const values = { ...emptyValues(module), ...said }
    const wrong = check(module.input, values)
    return { number: line.number, texts: line.texts, values, row: null, errors: { ...wrong, ...errors } }
  }
  if (!row)
    return { number: line.number, texts: line.texts, values: {}, row: null, errors: { '': t('listWork.paste.noRow') } }
  const values = Object.fromEntries(Object.entries(read).filter(([name, value]) => !same(value, row[name] ?? null)))
  const fixed = Object.keys(values).find(name => !isCellEditable(module, row, name, actor))
  const wrong = check(module.change, values)
  return {
    number: line.number,
    texts: line.texts,
    values,
    row,
    errors: { ...wrong, ...errors, ...(fixed ? { [fixed]: t('form.locked', { noun: words.noun }) } : {}) },
  }
}

/** What is wrong inside of lines is said at their cell. */
const byField = (errors: Errors): Errors =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [path.split('.')[0] ?? path, message]))

function sayWrong(read: Extract<Read, { wrong: string }>, t: TFunction<'crud'>): string {
  const { said } = read
  switch (read.wrong) {
    case 'unknown':
      return t('listWork.paste.unknown', { said })
    case 'notLooked':
      return t('listWork.paste.notLooked', { said })
    case 'several':
      return t('listWork.paste.several', { said })
    case 'option':
      return t('listWork.paste.option', { said })
    case 'flag':
      return t('listWork.paste.flag', { said })
  }
}

/** Names in the sheet that stand for records or list items, by column. */
export function namesIn(
  module: Module,
  lines: readonly { texts: readonly string[] }[],
  mapping: readonly (string | null)[],
) {
  return mapping.flatMap((name, index) => {
    const field = name === null ? undefined : module.fields[name]
    const meta = field && metaOf(field)
    if (!meta || !['listItem', 'listItems', 'reference', 'references'].includes(meta.kind)) return []
    const isSeveral = meta.kind.endsWith('s')
    const texts = lines.flatMap(line => {
      const text = (line.texts[index] ?? '').trim()
      return (isSeveral ? [text, ...text.split(/[,;]/)] : [text]).map(part => part.trim()).filter(Boolean)
    })
    return [{ meta, texts: new Set(texts) }]
  })
}
