import { createContext, type ReactNode } from 'react'
import type { Row } from '#contract/module.ts'
import type { Form } from './use-form.ts'

export type Draw = (name: string) => ReactNode

/**
 * What a module's own control of a field asks for beside its own value: the whole form, the record that is changed, and how
 * another field is drawn in it. Whoever asks is drawn at every key, and what stands around it is not.
 */
export const AroundContext = createContext({} as { form: Form; seen: Row | undefined; draw: Draw })
