import { useEffect } from 'react'
import type { Module, Row } from '#contract/module.ts'
import type { FormStore, Typed } from '#src/form/store.ts'
import { useRecordSubject, type Subject } from '#src/form/subject.ts'
import { useTyped } from '#src/form/use-field.ts'
import { useFormStore } from '#src/form/use-form-store.ts'
import { holdOpen } from '#src/session/dirty.ts'
import type { Values } from '#src/form/check.ts'

/** A form for whoever shows all of it: drawn at every key. Fields read from its `store`, each what it shows. */
export type Form = Typed & FormStore & { store: FormStore }

/** A record being filled in; what is said of `seen` and `saidAt` stands with `useRecordSubject`. */
export const useForm = (
  module: Module,
  initial: Values,
  kind: 'input' | 'change',
  seen?: Row | null,
  saidAt?: number,
): Form => useFormOf(useRecordSubject(module, kind, seen, saidAt), initial)

export function useFormOf(subject: Subject, initial: Values): Form {
  const store = useFormStore(subject, initial)
  const typed = useTyped(store)
  useHoldOpen(typed.dirty)
  return { ...store, ...typed, store }
}

/** While something typed is not saved, nothing reloads the page by itself, and closing it asks first. */
export function useHoldOpen(dirty: boolean) {
  useEffect(() => (dirty ? holdOpen() : undefined), [dirty])
}
