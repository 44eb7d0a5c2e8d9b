import { inputs } from '#src/fields/inputs.ts'
import { kinds } from '#src/fields/kinds.ts'
import type { FieldView } from '#src/fields/view.ts'
import { Field } from '#src/ui/field.tsx'
import type { Size } from '#src/ui/size.ts'
import type { Form } from './use-form.ts'

type Props = {
  form: Form
  field: FieldView
  /** The one that is typed into first. */
  first?: boolean | undefined
  hideLabel?: boolean | undefined
  size?: Size | undefined
  /** The id of the control, for links from a summary of errors. */
  id?: string | undefined
  className?: string | undefined
}

/** One field of a form: label, hint, the control of its kind, and what is wrong with it. */
export function FormField({ form, field, first, hideLabel, size, id, className }: Props) {
  const Input = inputs[field.meta.kind]
  const { label } = kinds[field.meta.kind]
  const { words, name } = field
  return (
    <Field
      id={id}
      label={words.field(name)}
      hideLabel={hideLabel || label === 'own'}
      group={label === 'group'}
      hint={hideLabel || label === 'own' ? undefined : words.hint(name)}
      required={field.required && field.meta.kind !== 'flag'}
      error={form.errors[name]}
      className={className}
    >
      <Input
        field={field}
        value={form.values[name]}
        onChange={value => form.set(name, value)}
        onBlur={() => form.blur(name)}
        first={first}
        size={size}
      />
    </Field>
  )
}
