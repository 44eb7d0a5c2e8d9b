import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { codeNotice } from '#contract/code-rules.ts'
import type { Row } from '#contract/module.ts'
import { otherStates } from '#contract/pincode-states.ts'
import { useItem } from '#src/data/use-list.ts'
import { inputs } from '#src/fields/inputs.ts'
import { kinds } from '#src/fields/kinds.ts'
import type { FieldView } from '#src/fields/view.ts'
import type { FormStore } from '#src/form/store.ts'
import { useErrorAt, usePath } from '#src/form/use-field.ts'
import { formatAny, houseNow } from '#src/lib/format.ts'
import { Field } from '#src/ui/field.tsx'
import type { Size } from '#src/ui/size.ts'
import type { OwnInputProps } from './screens.ts'

type Props = {
  form: FormStore
  field: FieldView
  /** The record that is changed. */
  seen?: Row | undefined
  /** The module's own control, instead of that of the kind. */
  own?: ComponentType<OwnInputProps> | null | undefined
  /** Draws another field of the form inside the module's own control. */
  draw?: OwnInputProps['draw'] | undefined
  /** The one that is typed into first. */
  first?: boolean | undefined
  hideLabel?: boolean | undefined
  size?: Size | undefined
  /** The id of the control, for links from a summary of errors. */
  id?: string | undefined
  className?: string | undefined
}

/** One field of a form: label, hint, the control of its kind, and what is wrong with it. */
export function FormField({
  form,
  field,
  seen,
  own: Own,
  draw = drawNone,
  first,
  hideLabel,
  size,
  id,
  className,
}: Props) {
  const Input = inputs[field.meta.kind]
  const { label } = kinds[field.meta.kind]
  const { words, name } = field
  const isLines = field.meta.kind === 'lines'
  const value = usePath(form, name, now => (isLines ? undefined : now))
  const error = useErrorAt(form, name)
  const given = {
    field,
    form,
    value,
    onChange: (next: unknown) => form.set(name, next),
    onBlur: () => form.blur(name),
    first,
    size,
  }
  const notice = useNotice(field, value, form)
  return (
    <Field
      id={id}
      label={words.field(name)}
      hideLabel={hideLabel || label === 'own'}
      group={label === 'group'}
      hint={hideLabel || label === 'own' ? undefined : (notice ?? words.hint(name))}
      required={field.required && field.meta.kind !== 'flag'}
      error={error}
      className={className}
    >
      {Own ? <Own {...given} seen={seen} draw={draw} /> : <Input {...given} />}
    </Field>
  )
}

/** What may be wrong with a code, and may as well be right. */
function useNotice({ meta: { is } }: FieldView, value: unknown, form: FormStore): string | undefined {
  const { t } = useTranslation('crud')
  const beside = usePath(form, 'state', now => (is === 'pincode' ? (now as number | null | undefined) : null))
  const state = useItem(is === 'pincode' ? 'state' : undefined, beside)
  if (!is || typeof value !== 'string' || value === '') return undefined
  const others = state ? otherStates(value, state.label) : null
  if (others) return t('notices.state', { code: value, states: formatAny(others) })
  const notice = codeNotice(is, value, houseNow().country === 'IN')
  return notice ? t(`notices.${notice}`) : undefined
}

const drawNone = () => null
