import { memo, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { codeNotice } from '#contract/code-rules.ts'
import { otherGstState } from '#contract/gstin.ts'
import type { Module, Row } from '#contract/module.ts'
import { otherStates } from '#contract/pincode-states.ts'
import { useItem } from '#src/data/use-list.ts'
import { inputs } from '#src/fields/inputs.ts'
import { kinds } from '#src/fields/kinds.ts'
import { fieldView, type FieldView, type InputProps } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { formatAny, houseNow } from '#src/lib/format.ts'
import { useSame } from '#src/fields/use-same.ts'
import { Field } from '#src/ui/field.tsx'
import type { Size } from '#src/ui/size.ts'
import { PrepareContext, waitForNobody, type Prepare } from '#src/attached/prepare.ts'
import type { Errors } from '#src/form/check.ts'
import type { Draw, OwnInputProps } from './around.ts'
import type { Form } from './use-form.ts'

/** A form that waits for what is being prepared for its fields, or one that does not. */
export type FormOfFields = Form & { prepare?: Prepare }

type Props = {
  form: FormOfFields
  module: Module
  name: string
  /** The record that is changed. */
  seen?: Row | undefined
  /** The module's own control, instead of that of the kind. */
  own?: ComponentType<OwnInputProps> | null | undefined
  /** Draws another field of the form inside the module's own control. */
  draw?: Draw
  /** The one that is typed into first. */
  first?: boolean | undefined
  hideLabel?: boolean | undefined
  noHint?: boolean
  size?: Size | undefined
  /** The id of the control, for links from a summary of errors. */
  id?: string | undefined
  className?: string | undefined
}

/**
 * One field of a form: label, hint, the control of its kind, and what is wrong with it. It takes out of the form what is its own,
 * so that a key in another field changes nothing of what it draws.
 */
export function FormField({ form, seen, draw = drawNone, ...props }: Props) {
  const { name, own } = props
  const { values, errors, set, blur, prepare = waitForNobody } = form
  return (
    <OneField
      {...props}
      value={values[name]}
      error={errors[name]}
      wrong={useSame(within(errors, name))}
      state={stateIn(values)}
      set={set}
      blur={blur}
      prepare={prepare}
      around={own ? { form, seen, draw } : undefined}
    />
  )
}

type OneProps = Omit<Props, 'form' | 'seen' | 'draw'> &
  Pick<Form, 'set' | 'blur'> & {
    value: unknown
    error: string | undefined
    /** What is said of its parts, by their places in it. */
    wrong: Errors
    /** The state that stands in the form. */
    state: number | null | undefined
    prepare: Prepare
    around: OwnInputProps['around'] | undefined
  }

/** It asks for words and names, which costs more than all that is typed: only what has changed is drawn anew. */
const OneField = memo(function OneField(props: OneProps) {
  const { module, name, own: Own, first, hideLabel, noHint, size, id, className } = props
  const { value, error, wrong, state, set, blur, prepare, around } = props
  const words = useWords(module)
  const field = fieldView(module, name, words)
  const { kind } = field.meta
  const Input = inputs[kind]
  const { label } = kinds[kind]
  const notice = useNotice(field, value, state)
  const typed: InputProps = {
    field,
    value,
    onChange: value => set(name, value),
    onBlur: place => blur(typeof place === 'string' ? `${name}.${place}` : name),
    errors: wrong,
    first,
    size,
  }
  return (
    <Field
      id={id}
      label={words.field(name)}
      hideLabel={hideLabel || label === 'own'}
      group={label === 'group'}
      hint={noHint || hideLabel || label === 'own' ? undefined : (notice ?? words.hint(name))}
      required={field.required && kind !== 'flag'}
      error={error}
      className={className}
    >
      <PrepareContext value={prepare}>
        {Own && around ? <Own {...typed} around={around} /> : <Input {...typed} />}
      </PrepareContext>
    </Field>
  )
})

/** What may be wrong with a code, and may as well be right. */
function useNotice(
  { meta: { is } }: FieldView,
  value: unknown,
  stateBeside: number | null | undefined,
): string | undefined {
  const { t } = useTranslation('crud')
  const state = useItem(is === 'pincode' || is === 'gstin' ? 'state' : undefined, stateBeside)
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
