import { isRequired, metaOf, type Fields } from '#contract/fields.ts'
import type { Values } from '#src/form/check.ts'
import { useArgWords } from '#src/form/subject.ts'
import { FormField } from './form-field.tsx'
import type { ArgsProps } from './screens.ts'

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
