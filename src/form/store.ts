import { same } from '#contract/merge.ts'
import { atTheirPlaces, type Errors, type Values } from './check.ts'
import { cellOf, lineOf, pathsChanged } from './paths.ts'
import { wrongIn, type Subject } from './subject.ts'

/** What stands in a form by now. */
export type Typed = {
  values: Values
  /** The fields that differ from what the form started with. */
  changes: Values
  dirty: boolean
  /** What is said beside the fields now: those left once, those the server refused, and those that a save found wrong. */
  errors: Errors
  /** What the server has said and nobody has answered yet, by our paths. */
  refused: Errors
}

type Heard = (field: string, before: unknown, after: unknown) => void

/**
 * What is typed into a form, outside React. A path names a field (`lines`), a line of it by its own id (`lines.812`) or a cell
 * of that (`lines.812.price`); the empty path is all of it. A change tells whoever listens to its path, to its field, or to all.
 */
export type FormStore = {
  get: (path: string) => unknown
  set: (path: string, value: unknown) => void
  /** Sets what follows from the values as they are by then. */
  amend: (change: (values: Values) => Values) => void
  /** A field was left, or a cell of one. */
  blur: (path: string) => void
  errorAt: (path: string) => string | undefined
  /** The same object until something of it changes. */
  typed: () => Typed
  subscribe: (path: string, listener: () => void) => () => void
  /** Hears of each value that somebody sets, and of none that follows from one. */
  onSet: (heard: Heard) => () => void
  /** Shows everything that is wrong, and answers it. */
  check: () => Errors
  /** What the server says about the fields, by its paths. Each stays until its field is changed. Answers it by ours. */
  refuse: (fields: Errors) => Errors
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
  /** It is about this from now on: other words, or another state of the record. */
  renew: (subject: Subject) => void
}

type State = { from: Values; values: Values; left: readonly string[]; refused: Errors }
const begin = (from: Values): State => ({ from, values: from, left: [], refused: {} })
const none: Errors = {}

/**
 * A form is checked by the contract: on leaving a field first, then while typing, all of it on save. A line that is added after
 * a save is new: nothing is said of its cells before they are left.
 */
export function createStore(about: Subject, from: Values): FormStore {
  let subject = about
  let state = begin(from)
  const listeners = new Map<string, Set<() => void>>()
  const ears = new Set<Heard>()

  /** Nobody sees what is wrong before a field was left: until then nothing is checked at a key. */
  const look = ({ from, values, left, refused }: State, before?: Typed): Typed => {
    const changes = changedSince(from, values)
    const wrong = left.length > 0 ? wrongIn(subject, values, changes) : none
    const shown = Object.entries({ ...wrong, ...refused }).filter(([path]) => left.includes(path) || path in refused)
    const errors = shown.length > 0 ? Object.fromEntries(shown) : none
    return {
      values,
      changes,
      dirty: Object.keys(changes).length > 0,
      errors: before && same(before.errors, errors) ? before.errors : errors,
      refused,
    }
  }
  let typed = look(state)

  const put = (next: State) => {
    const before = typed
    state = next
    typed = look(next, before)
    for (const path of pathsChanged(before, typed)) for (const listener of listeners.get(path) ?? []) listener()
  }
  const write = (changes: Values) => put(withSet(state, changes))
  const place = (fields: Errors, values = state.values) => atTheirPlaces(subject.fields, values, fields)

  return {
    get: path => valueAt(state.values, path),
    set: (path, value) => {
      const [field = ''] = path.split('.')
      const before = state.values[field]
      const after = withValue(before, path, value)
      write({ [field]: after })
      for (const heard of ears) heard(field, before, after)
    },
    amend: change => write(change(state.values)),
    blur: path => {
      if (!state.left.includes(path) && !isUntouched(state, path)) put({ ...state, left: [...state.left, path] })
    },
    errorAt: path => typed.errors[path],
    typed: () => typed,
    subscribe: (path, listener) => {
      const those = listeners.get(path) ?? new Set()
      listeners.set(path, those.add(listener))
      return () => {
        those.delete(listener)
        if (those.size === 0 && listeners.get(path) === those) listeners.delete(path)
      }
    },
    onSet: heard => {
      ears.add(heard)
      return () => void ears.delete(heard)
    },
    check: () => {
      const wrong = wrongIn(subject, state.values, typed.changes)
      put({ ...state, left: [...new Set([...state.left, ...Object.keys(wrong)])] })
      return wrong
    },
    refuse: fields => {
      const refused = place(fields)
      put({ ...state, refused })
      return refused
    },
    refuseToo: said => put({ ...state, refused: { ...state.refused, ...said } }),
    putBack: (values, fields) => put({ ...begin(state.from), values, refused: place(fields, values) }),
    restore: values => put({ ...state, values: { ...state.values, ...values } }),
    start: from => put(begin(from)),
    settle: (sent, saved) => {
      const unsent = changedSince(sent, state.values)
      put({
        ...begin(saved),
        values: { ...saved, ...(subject.over ? subject.over(sent, saved, unsent) : unsent) },
        left: state.left,
        refused: stillRefused(state.refused, unsent),
      })
    },
    discard: () => put(begin(state.from)),
    renew: next => {
      if (next === subject) return
      subject = next
      put(state)
    },
  }
}

/** The fields that are different by now. */
export const changedSince = (before: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !same(value, before[field])))

function valueAt(values: Values, path: string): unknown {
  if (path === '') return values
  const [field = '', id, column] = path.split('.')
  const value = values[field]
  if (id === undefined) return value
  const line = lineOf(value, id)
  return column === undefined ? line : line?.[column]
}

/** The field with this value in it: instead of all of it, or in the cell that the path names. */
function withValue(before: unknown, path: string, value: unknown): unknown {
  const [, id, column] = path.split('.')
  if (id === undefined || column === undefined) return value
  const line = lineOf(before, id)
  return line ? (before as Values[]).map(one => (one === line ? { ...line, [column]: value } : one)) : before
}

function withSet(now: State, changes: Values): State {
  let { refused } = now
  for (const [field, value] of Object.entries(changes))
    refused = withoutChanged(refused, field, now.values[field], value)
  return { ...now, values: { ...now.values, ...changes }, refused }
}

/** What was said of fields that were not sent since is still to be answered. */
const stillRefused = (refused: Errors, unsent: Values): Errors =>
  Object.fromEntries(Object.entries(refused).filter(([path]) => (path.split('.')[0] ?? '') in unsent))

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
