import type { ReactNode } from 'react'
import type { Row } from '#contract/module.ts'
import type { InputProps } from '#src/fields/view.ts'
import type { Form } from './use-form.ts'

export type Draw = (name: string) => ReactNode

/**
 * What a module's own control of a field has beside its own value: the whole form, the record that is changed, and how
 * another field is drawn in it. It is drawn at every key, and what stands around it is not.
 */
export type OwnInputProps = InputProps & { around: { form: Form; seen: Row | undefined; draw: Draw } }
