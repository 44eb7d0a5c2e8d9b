import { useLayoutEffect, useState } from 'react'
import type { Values } from './check.ts'
import { createStore, type FormStore } from './store.ts'
import type { Subject } from './subject.ts'

/** A form being filled in, which begins with these values. Nobody is drawn anew by it who does not read from it. */
export function useFormStore(subject: Subject, from: Values): FormStore {
  const [store] = useState(() => createStore(subject, from))
  useLayoutEffect(() => store.renew(subject), [store, subject])
  return store
}
