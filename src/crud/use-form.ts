import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { over, same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { useSame } from '#src/fields/use-same.ts'
import { useHoldOpen } from '#src/session/leave.ts'
import { atTheirPlaces, checkValues, checkWhole, fieldOf, type Errors, type Values } from '#src/form/check.ts'

export type Form = {
  values: Values
  /** What is said beside the fields now: those left once, those the server refused, and those that a save found wrong. */
  errors: Errors
  dirty: boolean
  /** The fields that differ from what the form started with. */
  changes: Values
  set: (field: string, value: unknown) => void
  /** Sets what follows from the values as they are by then. */
  amend: (change: (values: Values) => Values) => void
  /** A field was left, or a cell of one: `phones.812.number`. */
  blur: (path: string) => void
  /** Shows everything that is wrong, and answers it. */
  check: () => Errors
  /** What the server says about the fields, by its paths. Each stays until its field is changed. Answers it by ours. */
  refuse: (fields: Errors) => Errors
  /** What the server has said and nobody has answered yet, by our paths. */
  refused: Errors
  /** The server says this too, by our paths. */
  refuseToo: (said: Errors) => void
  /** Shows again what was taken out to be saved, with what the server says about it. */
  putBack: (values: Values, fields: Errors) => void
  /** What was typed before stands there again, as a change of what the form started with. */
  restore: (values: Values) => void
  /** Starts again from these values. */
  start: (values: Values) => void
  /** Starts again from what was saved; what was typed since that was sent goes on over it, as a change of it. */
  settle: (sent: Values, saved: Values) => void
  /** Gives up everything that was typed. */
  discard: () => void
}

type State = { from: Values; values: Values; left: readonly string[]; refused: Errors }
const begin = (from: Values): State => ({ from, values: from, left: [], refused: {} })

/**
 * A form being filled in. It is checked by the contract: on leaving a field first, then while typing, all of it on save.
 * A line that is added after a save is new: nothing is said of its cells before they are left. A form over a whole record says
 * which one it changes (`seen`, null for a new one): the module's own check needs all of it. `said`: when it was said first.
 */
export function useForm(
  module: Module,
  initial: Values,
  kind: 'input' | 'change',
  seen?: Row | null,
  said?: number,
): Form {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const [state, setState] = useState(() => begin(initial))
  const { from, values, left, refused } = state
  const changes = changedSince(from, values)
  const dirty = Object.keys(changes).length > 0
  useHoldOpen(dirty)

  const look = (wants?: (path: string) => boolean): Errors => ({
    ...(seen === undefined ? {} : checkWhole(module, values, seen)),
    ...checkValues(module[kind], module.fields, kind === 'change' ? changes : values, words, t, said, wants),
  })
  // Until a field is left nobody is told: nothing has to be looked at for each key.
  const isLeft = new Set(left)
  const wrong = left.length > 0 ? look(path => isLeft.has(path)) : {}
  const shown = Object.entries({ ...wrong, ...refused }).filter(([path]) => isLeft.has(path) || path in refused)
  const errors = useSame(Object.fromEntries(shown))
  return {
    values,
    errors,
    dirty,
    changes,
    set: (field, value) => setState(now => withSet(now, { [field]: value })),
    amend: change => setState(now => withSet(now, change(now.values))),
    blur: path =>
      setState(now =>
        now.left.includes(path) || isUntouched(now, path) ? now : { ...now, left: [...now.left, path] },
      ),
    check: () => {
      const wrong = look()
      setState(now => ({ ...now, left: [...new Set([...now.left, ...Object.keys(wrong)])] }))
      return wrong
    },
    refuse: fields => {
      const placed = atTheirPlaces(module.fields, values, fields)
      setState(now => ({ ...now, refused: placed }))
      return placed
    },
    refused,
    refuseToo: said => setState(now => ({ ...now, refused: { ...now.refused, ...said } })),
    putBack: (values, fields) =>
      setState(now => ({ ...begin(now.from), values, refused: atTheirPlaces(module.fields, values, fields) })),
    restore: values => setState(now => ({ ...now, values: { ...now.values, ...values } })),
    start: from => setState(begin(from)),
    settle: (sent, saved) =>
      setState(now => ({
        ...begin(saved),
        values: settled(module, sent, saved, now.values),
        left: now.left,
        refused: stillRefused(now.refused, changedSince(sent, now.values)),
      })),
    discard: () => setState(now => begin(now.from)),
  }
}

function withSet(now: State, changes: Values): State {
  let { refused } = now
  for (const [field, value] of Object.entries(changes))
    refused = withoutChanged(refused, field, now.values[field], value)
  return { ...now, values: { ...now.values, ...changes }, refused }
}

type Line = { id: number } & Values
const cellOf = (lines: unknown, id: string, column: string) =>
  Array.isArray(lines) ? ((lines as Line[]).find(line => String(line.id) === id)?.[column] ?? null) : null

/** The fields that are different by now. */
export const changedSince = (before: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !same(value, before[field])))

/** What stands in a form once this was saved: whatever others added meanwhile stays beside what was typed since. */
export const settled = (module: Module, sent: Values, saved: Values, values: Values): Values => ({
  ...saved,
  ...over(module, sent, saved, changedSince(sent, values), []),
})

/** What was said of fields that were not sent since is still to be answered. */
const stillRefused = (refused: Errors, unsent: Values): Errors =>
  Object.fromEntries(Object.entries(refused).filter(([path]) => fieldOf(path) in unsent))

/** Whoever passes through an empty field did not say anything yet. */
function isUntouched({ values, from }: State, path: string): boolean {
  const [field = '', id, column] = path.split('.')
  if (id === undefined || column === undefined) return same(values[field], from[field])
  return same(cellOf(values[field], id, column), cellOf(from[field], id, column))
}

/** What the server said of a field, or of a cell of its lines, is answered by typing there. */
const withoutChanged = (refused: Errors, field: string, before: unknown, after: unknown): Errors =>
  Object.fromEntries(
    Object.entries(refused).filter(([path]) => {
      const [top, id, column] = path.split('.')
      if (top !== field) return true
      return id !== undefined && column !== undefined && same(cellOf(before, id, column), cellOf(after, id, column))
    }),
  )
