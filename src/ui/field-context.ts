import { createContext, use, useId } from 'react'

/** What a field tells the control inside it, so that label, hint and error are tied to it by id. */
type Wiring = {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  disabled: boolean
}

export const FieldContext = createContext<Wiring | null>(null)

type Own = {
  id?: string | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
}

/** The control's own props over those of the field around it. */
export function useFieldWiring(own: Own = {}) {
  const field = use(FieldContext)
  const spare = useId()
  const ids = [own.describedBy, field?.describedBy].filter(Boolean).join(' ')
  return {
    id: own.id ?? field?.id ?? spare,
    labelId: field?.labelId,
    describedBy: ids || undefined,
    invalid: own.invalid ?? field?.invalid ?? false,
    required: own.required ?? field?.required ?? false,
    disabled: own.disabled ?? field?.disabled ?? false,
  }
}

type Aria = {
  id: string
  disabled: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** The same, as the attributes of an input element. */
export function useInputWiring(own: Own = {}): Aria {
  const { id, describedBy, invalid, required, disabled } = useFieldWiring(own)
  return {
    id,
    disabled,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
  }
}
