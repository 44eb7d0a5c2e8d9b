import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { overIn } from '#contract/ahead.ts'
import { codeFaults, wrongCodes } from '#contract/code-rules.ts'
import { metaOf, type FieldKind, type Fields } from '#contract/fields.ts'
import type { Module, Row } from '#contract/module.ts'
import { formRulesOf } from '#contract/modules/form-rules.ts'
import type { Words } from '#src/fields/words.ts'
import { formatMoneyPlain, houseNow } from '#src/lib/format.ts'
import { serverNow } from '#src/lib/clock.ts'

export type Values = Record<string, unknown>
/** What to say beside each field, by its name; beside a cell of a line by `phones.812.number`, with the line's own id. */
export type Errors = Record<string, string>

/** The field that a path is in: `phones` of `phones.812.number`. */
export const fieldOf = (path: string): string => path.split('.')[0] ?? ''

/** Everything that is wrong with what was typed, in words that say what to do. `said`: when, where that was not now; `wants`: of which places. */
export function checkValues(
  schema: z.ZodMiniType,
  fields: Fields,
  values: Values,
  words: Words,
  t: TFunction<'crud'>,
  said = serverNow(),
  wants: (path: string) => boolean = () => true,
): Errors {
  const errors: Errors = Object.fromEntries(overIn(fields, values, said).map(field => [field, t('errors.over')]))
  const answer = schema.safeParse(values)
  if (answer.success) return errors
  for (const issue of answer.error.issues) {
    const place = placeOf(fields, values, issue.path.map(String))
    if (wants(place.path)) errors[place.path] ??= saying(issue, place, words, t)
  }
  return errors
}

type Place = {
  path: string
  /** The name that has words: `phones.number`. */
  name: string
  declared: z.ZodMiniType | undefined
  value: unknown
}

/** Where somebody looks for what is wrong at this path: a field, or a cell of one of its lines. */
function placeOf(fields: Fields, values: Values, [field = '', at, column]: readonly string[]): Place {
  const declared = fields[field]
  const meta = declared && metaOf(declared)
  const line = meta?.kind === 'lines' && at !== undefined ? lineAt(values[field], Number(at)) : undefined
  if (!line || column === undefined) return { path: field, name: field, declared, value: values[field] }
  return {
    path: `${field}.${line.id}.${column}`,
    name: `${field}.${column}`,
    declared: meta?.line?.[column],
    value: line[column],
  }
}

type Line = { id: number } & Values
const lineAt = (lines: unknown, at: number): Line | undefined =>
  Array.isArray(lines) ? (lines as Line[])[at] : undefined

/** What the server says about `phones.0.number` is said beside that cell, what it says about `address.city` beside the address. */
export const atTheirPlaces = (fields: Fields, values: Values, said: Errors): Errors =>
  Object.fromEntries(
    Object.entries(said).map(([path, message]) => [placeOf(fields, values, path.split('.')).path, message]),
  )

/** What the module's own check finds in the whole row, in the places of the form. `seen`: the record before, null for a new one. */
export function checkWhole(module: Module, values: Values, seen: Row | null): Errors {
  const { check } = formRulesOf(module)
  const whole = seen ? { ...seen, ...values } : { ...emptyValues(module), ...values }
  // Which country a record names is the server's to look up.
  const wrong = wrongCodes(module, whole, seen, country => (country === null ? houseNow().country === 'IN' : null))
  const codes = Object.fromEntries(Object.entries(wrong).map(([path, fault]) => [path, codeFaults[fault]]))
  return atTheirPlaces(module.fields, values, { ...codes, ...check?.(whole, seen, serverNow()) })
}

function saying(issue: z.core.$ZodIssue, { name, declared, value }: Place, words: Words, t: TFunction<'crud'>): string {
  const label = words.field(name)
  const kind = declared && metaOf(declared).kind
  const isNone = value === null || value === undefined || (Array.isArray(value) && value.length === 0)
  if (kind === 'lines' && isNone) return t('errors.lineNeeded')
  const isBlank = isNone || value === '' || (issue.code === 'too_small' && issue.origin === 'string')
  if (isBlank && kind === 'phone') return t('errors.phoneNeeded')
  if (isBlank && kind === 'email') return t('errors.emailNeeded')
  if (isBlank && !Array.isArray(value)) return t('errors.required', { field: label })
  if (issue.code === 'too_big' && issue.origin === 'string') return t('errors.tooLong', { max: Number(issue.maximum) })
  if (issue.code === 'too_big' && issue.origin === 'array')
    return t('errors.tooMany', { field: label, max: Number(issue.maximum) })
  const isRate = declared && metaOf(declared).rate
  const bound = (said: number | bigint) =>
    kind === 'money' ? formatMoneyPlain(Number(said)) : Number(said) / (isRate ? 100 : 1)
  if (issue.code === 'too_big' && issue.origin === 'number') return t('errors.atMost', { max: bound(issue.maximum) })
  if (issue.code === 'too_small' && issue.origin === 'number') return t('errors.atLeast', { min: bound(issue.minimum) })
  if (issue.code === 'not_multiple_of') return t('errors.whole')
  if (kind === 'dateTime') return t(isTimeAlone(value) ? 'errors.timeAlone' : 'errors.dateTime')
  const own = kindsWithWords.find(one => one === kind)
  return own ? t(`errors.${own}`) : t('errors.other', { field: label })
}

/** A time that stands there without its day, as its control hands it on. */
const isTimeAlone = (value: unknown) => typeof value === 'string' && value.startsWith(' ')

/** Kinds that have words of their own for what is wrong. */
const kindsWithWords = ['email', 'phone', 'url', 'number', 'money', 'date', 'colour', 'lines'] satisfies FieldKind[]

/** What a new record starts with: the defaults of its declaration, and nothing elsewhere. */
export const emptyValues = (module: Module, names: readonly string[] = Object.keys(module.fields)): Values =>
  Object.fromEntries(names.map(name => [name, module.fields[name]?.safeParse(undefined).data ?? null]))
