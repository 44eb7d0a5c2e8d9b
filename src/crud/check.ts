import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { metaOf, type FieldKind, type Fields } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import type { Words } from '#src/fields/words.ts'

export type Values = Record<string, unknown>
/** What to say beside each field. */
export type Errors = Record<string, string>

/** Everything that is wrong with what was typed, in words that say what to do. */
export function checkValues(
  schema: z.ZodMiniType,
  fields: Fields,
  values: Values,
  words: Words,
  t: TFunction<'crud'>,
): Errors {
  const answer = schema.safeParse(values)
  if (answer.success) return {}
  const errors: Errors = {}
  for (const issue of answer.error.issues) {
    const field = String(issue.path[0] ?? '')
    errors[field] ??= saying(issue, fields[field], field, values[field], words, t)
  }
  return errors
}

function saying(
  issue: z.core.$ZodIssue,
  declared: z.ZodMiniType | undefined,
  field: string,
  value: unknown,
  words: Words,
  t: TFunction<'crud'>,
): string {
  const label = words.field(field)
  if (value === null || value === undefined || value === '') return t('errors.required', { field: label })
  if (issue.code === 'too_big' && issue.origin === 'string') return t('errors.tooLong', { max: Number(issue.maximum) })
  if (issue.code === 'too_small' && issue.origin === 'string') return t('errors.required', { field: label })
  if (issue.code === 'too_big' && issue.origin === 'number') return t('errors.atMost', { max: Number(issue.maximum) })
  if (issue.code === 'too_small' && issue.origin === 'number')
    return t('errors.atLeast', { min: Number(issue.minimum) })
  const say = declared && byKind[metaOf(declared).kind]
  return say ? say(t) : t('errors.other', { field: label })
}

const byKind: Partial<Record<FieldKind, (t: TFunction<'crud'>) => string>> = {
  email: t => t('errors.email'),
  phone: t => t('errors.phone'),
  url: t => t('errors.url'),
  number: t => t('errors.number'),
  money: t => t('errors.money'),
  date: t => t('errors.date'),
  dateTime: t => t('errors.dateTime'),
  colour: t => t('errors.colour'),
  lines: t => t('errors.lines'),
}

/** What a new record starts with: the defaults of its declaration, and nothing elsewhere. */
export const emptyValues = (module: Module, names: readonly string[] = Object.keys(module.fields)): Values =>
  Object.fromEntries(names.map(name => [name, module.fields[name]?.safeParse(undefined).data ?? null]))
