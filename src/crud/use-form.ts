import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { same } from '#contract/merge.ts'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { holdOpen } from '#src/session/dirty.ts'
import { checkValues, type Errors, type Values } from './check.ts'

export type Form = {
  values: Values
  /** What is said beside the fields now: those left once, those the server refused, all after a save. */
  errors: Errors
  dirty: boolean
  /** The fields that differ from what the form started with. */
  changes: Values
  set: (field: string, value: unknown) => void
  blur: (field: string) => void
  /** Shows everything that is wrong, and answers whether nothing is. */
  check: () => Errors
  /** What the server says about the fields. Each stays until its field is changed. */
  refuse: (fields: Errors) => void
  /** Shows again what was taken out to be saved, with what the server says about it. */
  putBack: (values: Values, fields: Errors) => void
  /** Starts again from these values. */
  start: (values: Values) => void
}

type State = { from: Values; values: Values; left: readonly string[]; tried: boolean; refused: Errors }
const begin = (from: Values): State => ({ from, values: from, left: [], tried: false, refused: {} })

/** A form being filled in. It is checked by the contract: on leaving a field first, then while typing, all of it on save. */
export function useForm(module: Module, initial: Values, kind: 'input' | 'change'): Form {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const [state, setState] = useState(() => begin(initial))
  const { from, values, left, tried, refused } = state
  const changes = Object.fromEntries(Object.entries(values).filter(([field, value]) => !same(value, from[field])))
  const dirty = Object.keys(changes).length > 0
  useHoldOpen(dirty)

  const wrong = checkValues(module[kind], module.fields, kind === 'change' ? changes : values, words, t)
  const shown = Object.entries({ ...wrong, ...refused }).filter(
    ([field]) => tried || left.includes(field) || field in refused,
  )
  return {
    values,
    errors: Object.fromEntries(shown),
    dirty,
    changes,
    set: (field, value) =>
      setState(now => {
        const { [field]: _, ...others } = now.refused
        return { ...now, values: { ...now.values, [field]: value }, refused: others }
      }),
    blur: field =>
      setState(now =>
        now.left.includes(field) || same(now.values[field], now.from[field])
          ? now
          : { ...now, left: [...now.left, field] },
      ),
    check: () => {
      setState(now => ({ ...now, tried: true }))
      return wrong
    },
    refuse: fields => setState(now => ({ ...now, refused: fields })),
    putBack: (values, fields) => setState(now => ({ ...begin(now.from), values, refused: fields })),
    start: from => setState(begin(from)),
  }
}

/** While something typed is not saved, nothing reloads the page by itself, and closing it asks first. */
export function useHoldOpen(dirty: boolean) {
  useEffect(() => (dirty ? holdOpen() : undefined), [dirty])
}
