import { isRequired, metaOf, type Fields } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import type { FormStore } from '#src/form/store.ts'
import { useArgWords } from '#src/form/subject.ts'
import type { Values } from '#src/form/check.ts'
import { FormField } from './form-field.tsx'

/** What the controls of a move's arguments get. */
export type ArgsProps = {
  module: Module
  move: string
  args: Fields
  form: FormStore
}

/** What a move starts with: the defaults of its declaration. */
export const startOf = (args: Fields): Values =>
  Object.fromEntries(Object.entries(args).map(([name, field]) => [name, field.safeParse(undefined).data ?? null]))

/** What a move asks for, each as a field of a form. */
export function ArgFields({ module, move, args, form }: ArgsProps) {
  const words = useArgWords(module, move)
  return Object.entries(args).map(([name, schema]) => (
    <FormField
      key={name}
      form={form}
      field={{ name, module: module.name, meta: metaOf(schema), required: isRequired(schema), words }}
    />
  ))
}
