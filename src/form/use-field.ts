import { useState, useSyncExternalStore } from 'react'
import type { Values } from './check.ts'
import type { FormStore, Typed } from './store.ts'

/**
 * What stands at a path. Whoever asks is drawn anew where that becomes another, and by no other key. `pick` takes what is
 * wanted of it: a text, a number, or another object only where something of it changed.
 */
export const usePath = <T = unknown>(form: FormStore, path: string, pick = (value: unknown) => value as T): T =>
  useHeard(form, path, () => pick(form.get(path)))

/** What is said beside a field, or beside a cell of its lines. */
export const useErrorAt = (form: FormStore, path: string): string | undefined =>
  useHeard(form, path, () => form.errorAt(path))

/** One field of a form, or one cell of its lines. */
export const useField = (form: FormStore, path: string) => ({
  value: usePath(form, path),
  error: useErrorAt(form, path),
  set: (value: unknown) => form.set(path, value),
  blur: () => form.blur(path),
})

/** Several fields, for what is worked out of them: another object only where one of them changed. */
export function useParts(form: FormStore, fields: readonly string[]): Values {
  const [pick] = useState(() => onlyThese(fields))
  return usePath(form, '', pick)
}

function onlyThese(fields: readonly string[]): (values: unknown) => Values {
  let last: Values = {}
  return values => {
    const now = values as Values
    if (fields.some(field => now[field] !== last[field]))
      last = Object.fromEntries(fields.map(field => [field, now[field]]))
    return last
  }
}

/** All that stands in a form, with what is wrong with it: drawn at every key. */
export const useTyped = (form: FormStore): Typed => useHeard(form, '', form.typed)

const useHeard = <T>(form: FormStore, path: string, read: () => T): T =>
  useSyncExternalStore(listener => form.subscribe(path, listener), read)
