import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Fields } from '#contract/fields.ts'
import { over } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { checkValues, checkWhole, type Errors, type Values } from './check.ts'
import { useWords, type Words } from '#src/fields/words.ts'

/** What a form is about: a record, what a move asks for, or a change of many records. */
export type Subject = {
  fields: Fields
  schema: z.ZodMiniType
  words: Words
  t: TFunction<'crud'>
  /** What of the values is sent, and so checked by the schema; all of them, unless given. */
  sent?: (values: Values, changes: Values) => Values
  /** What several fields must say together, by the paths of the form. */
  check?: (values: Values) => Errors
  /** What was typed after a save was sent, as it goes on over what was saved. */
  over?: (sent: Values, saved: Values, changes: Values) => Values
  /** When it was said, where that was not now. */
  saidAt?: number | undefined
}

/** Everything that is wrong in these values. */
export const wrongIn = (
  { fields, schema, words, t, sent, check, saidAt }: Subject,
  values: Values,
  changes: Values,
): Errors => ({
  ...check?.(values),
  ...checkValues(schema, fields, sent ? sent(values, changes) : values, words, t, saidAt),
})

const onlyChanges = (_: Values, changes: Values) => changes

/**
 * A record to fill in. `seen`: the whole record that is changed, null for a new one; the module's own check needs all of it,
 * and a form over single fields leaves it out.
 */
export function useRecordSubject(
  module: Module,
  kind: 'input' | 'change',
  seen?: Row | null,
  saidAt?: number,
): Subject {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  return {
    fields: module.fields,
    schema: module[kind],
    words,
    t,
    ...(kind === 'change' ? { sent: onlyChanges } : {}),
    ...(seen === undefined ? {} : { check: values => checkWhole(module, values, seen) }),
    over: (sent, saved, changes) => over(module, sent, saved, changes, []),
    saidAt,
  }
}

/** What a move asks for; `args`: only these of it. */
export function useMoveSubject(module: Module, move: string, args: Fields, saidAt?: number): Subject {
  const { t } = useTranslation('crud')
  return { fields: args, schema: z.strictObject(args), words: useArgWords(module, move), t, saidAt }
}

/** The words of a module, with the fields called as the move calls what it asks for. */
export function useArgWords(module: Module, move: string): Words {
  const words = useWords(module)
  return { ...words, field: name => words.arg(move, name), hint: () => undefined }
}
