import { isRequired, metaOf, type Fields } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import { inputs } from '#src/fields/inputs.ts'
import { kinds } from '#src/fields/kinds.ts'
import { useWords } from '#src/fields/words.ts'
import { Field } from '#src/ui/field.tsx'
import type { Errors, Values } from '#src/form/check.ts'

/** What the controls of a move's arguments get. */
export type ArgsProps = {
  module: Module
  move: string
  args: Fields
  values: Values
  errors: Errors
  onChange: (values: Values) => void
}

/** What a move starts with: the defaults of its declaration. */
export const startOf = (args: Fields): Values =>
  Object.fromEntries(Object.entries(args).map(([name, field]) => [name, field.safeParse(undefined).data ?? null]))

/** What a move asks for, each with the control that forms have for it. */
export function ArgFields({ module, move, args, values, errors, onChange }: ArgsProps) {
  const moduleWords = useWords(module)
  const words = { ...moduleWords, field: (name: string) => moduleWords.arg(move, name) }
  return Object.entries(args).map(([name, schema]) => {
    const meta = metaOf(schema)
    const Input = inputs[meta.kind]
    const { label } = kinds[meta.kind]
    return (
      <Field
        key={name}
        label={words.field(name)}
        hideLabel={label === 'own'}
        group={label === 'group'}
        required={isRequired(schema)}
        error={errors[name]}
      >
        <Input
          field={{ name, module: module.name, meta, required: isRequired(schema), words }}
          value={values[name]}
          onChange={value => onChange({ ...values, [name]: value })}
        />
      </Field>
    )
  })
}
