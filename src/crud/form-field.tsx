import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { codeNotice } from '#contract/code-rules.ts'
import { otherGstState } from '#contract/gstin.ts'
import type { Row } from '#contract/module.ts'
import { otherStates } from '#contract/pincode-states.ts'
import { useItem } from '#src/data/use-list.ts'
import { inputs } from '#src/fields/inputs.ts'
import { kinds } from '#src/fields/kinds.ts'
import type { FieldView } from '#src/fields/view.ts'
import { formatAny, houseNow } from '#src/lib/format.ts'
import { Field } from '#src/ui/field.tsx'
import type { Size } from '#src/ui/size.ts'
import { PrepareContext, waitForNobody, type Prepare } from './attached/prepare.ts'
import type { Errors } from '#src/form/check.ts'
import type { OwnInputProps } from './screens.ts'
import type { Form } from './use-form.ts'

/** A form that waits for what is being prepared for its fields, or one that does not. */
export type FormOfFields = Form & { prepare?: Prepare }

type Props = {
  form: FormOfFields
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
  const given = {
    field,
    value: form.values[name],
    onChange: (value: unknown) => form.set(name, value),
    onBlur: (place?: unknown) => form.blur(typeof place === 'string' ? `${name}.${place}` : name),
    errors: within(form.errors, name),
    first,
    size,
  }
  const notice = useNotice(field, form.values)
  return (
    <Field
      id={id}
      label={words.field(name)}
      hideLabel={hideLabel || label === 'own'}
      group={label === 'group'}
      hint={hideLabel || label === 'own' ? undefined : (notice ?? words.hint(name))}
      required={field.required && field.meta.kind !== 'flag'}
      error={form.errors[name]}
      className={className}
    >
      <PrepareContext value={form.prepare ?? waitForNobody}>
        {Own ? <Own {...given} form={form} seen={seen} draw={draw} /> : <Input {...given} />}
      </PrepareContext>
    </Field>
  )
}

/** What may be wrong with a code, and may as well be right. */
function useNotice({ name, meta: { is } }: FieldView, values: FormOfFields['values']): string | undefined {
  const { t } = useTranslation('crud')
  const value = values[name]
  const state = useItem(is === 'pincode' || is === 'gstin' ? 'state' : undefined, stateIn(values))
  if (!is || typeof value !== 'string' || value === '') return undefined
  const taxed = state && is === 'gstin' ? otherGstState(value, state.label) : null
  if (taxed) return t('notices.gstinState', { code: value.trim().slice(0, 2), state: taxed, address: state!.label })
  const others = state && is === 'pincode' ? otherStates(value, state.label) : null
  if (others) return t('notices.state', { code: value, states: formatAny(others) })
  const notice = codeNotice(is, value, houseNow().country === 'IN')
  return notice ? t(`notices.${notice}`) : undefined
}

/** The state of the address of a record: its own, or that of the address which is meant. */
function stateIn({ state, addresses }: FormOfFields['values']): number | null | undefined {
  if (!Array.isArray(addresses)) return state as number | null | undefined
  const lines = addresses as { state?: number | null; isDefault?: boolean }[]
  return (lines.find(({ isDefault }) => isDefault) ?? lines[0])?.state
}

const drawNone = () => null

/** What is said of the parts of a field, by their places in it. */
const within = (errors: Errors, name: string): Errors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), message]] : [],
    ),
  )
