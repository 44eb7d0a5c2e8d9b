import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { isEditable } from '#contract/record-rules.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useAnotherId } from '#src/data/use-another-id.ts'
import { useChange, useNewId, useSave, useSayUnheard } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import { useActor } from '#src/session/actor.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { toastOver } from '#src/ui/toast-over.ts'
import { toast } from '#src/ui/toast.ts'
import { usePrepare } from '#src/attached/use-prepare.ts'
import { useTakeOff } from '#src/attached/use-take-off.ts'
import { emptyValues, fieldOf, type Errors, type Values } from '#src/form/check.ts'
import { asksOf, broughtOver, rebased, useConflict, type Conflict } from './conflict.ts'
import { createOnce } from './create-once.ts'
import { focusField } from './focus-field.ts'
import type { Draft, Sent } from '#src/data/drafts/store.ts'
import { useDraft } from './drafts/use-draft.ts'
import { useFills } from './fills/use-fills.ts'
import { isOwn } from './acts/own-write.ts'
import { useSaySavedBefore } from './say-waiting.ts'
import { changedSince, useForm } from './use-form.ts'
import { useLeaveGuard } from '#src/session/leave.ts'

export type Done = Extract<Outcome, { state: 'saved' | 'waiting' }>

type Options = {
  module: Module
  /** The fields that the form has, in its order. */
  names: readonly string[]
  /** The record to change, as the person first saw it; without one it makes a new record. A newer one is gone on from. */
  seen?: Row | undefined
  /** The record as it is by now. */
  current?: Row | undefined
  /** Something is typed that its fields do not hold yet. */
  hasMore?: boolean
  /** What a new record starts with, where it is not what its declaration says. */
  start?: Values | undefined
  /** Tells drafts of new records apart; the place of the form, unless given. */
  place?: string
  /** Begins the ids of its fields, where another form stands behind it. */
  prefix?: string
  /**
   * `next` is to be done instead of the usual: the next record. Whoever left the form while it was being saved is somewhere
   * else (`isHere` is false): what stands there by now is not to be closed or left.
   */
  onSaved: (outcome: Done, next: boolean, isHere: boolean) => void
}

export type RecordForm = ReturnType<typeof useRecordForm>

/** The id of a field's control on a page of its own. */
export const idOf = (name: string) => `field-${name}`

/** A form over one record: checked by the contract, saved as one write, with what the server or somebody else has to say. */
export function useRecordForm(options: Options) {
  const { module, names, current, start, place, prefix, hasMore = false, onSaved } = options
  // What a save left behind is what is typed over from then on.
  const [saved, setSaved] = useState<Row | null>(null)
  const [from, setFrom] = useState(options.seen)
  const seen = saved ?? from
  const me = useActor().id
  const idIn = (name: string) => (prefix ? `${prefix}-${name}` : idOf(name))
  const { t } = useTranslation('crud')
  const save = useSave(module, 'after the last try')
  const change = useChange(module, 'after the last try')
  const sayUnheard = useSayUnheard(module)
  const saySavedBefore = useSaySavedBefore()
  const newId = useNewId()
  const anotherId = useAnotherId()
  const takeOff = useTakeOff()
  const initial = seen ? valuesOf(seen, names) : { ...emptyValues(module, names), ...start }
  const form = useForm(module, initial, seen ? 'change' : 'input', seen ?? null)
  // An address says what a new record begins with. A place that serves many does not, so that its drafts do themselves.
  const isShared = !seen && place !== undefined
  const toKeep = (changes: Values) => (isShared ? { ...start, ...changes } : changes)
  // A new record is the same one however often it is tried: an answer that got lost must not make a second.
  const sent: Sent = useRef(null)
  const draft = useDraft(
    draftKey(module, seen, place),
    {
      ...form,
      changes: toKeep(form.changes),
      sentAs: () => sent.current,
      goOnAs: first => void (sent.current = first),
    },
    isShared ? { version: 0, ...initial } : seen,
  )
  const files = usePrepare<boolean>(next => void submit(next))
  const dirty = form.dirty || files.isComing
  const { conflict: said, theirs, ask, choose, clear } = useConflict()
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const [summary, setSummary] = useState<readonly string[]>([])
  const [refusals, setRefusals] = useState(0)
  // The router asks one guard only, so that of a drawer speaks for the page behind it too.
  const letGo = useLeaveGuard(() => (prefix ? somethingIsTyped() : dirty))
  // Two presses of one moment see the same state; only this tells them apart.
  const busy = useRef(false)
  // A save ends in a later moment than it began in, and people go on typing.
  const now = useSteady(() => ({ values: form.values, isComing: files.isComing || hasMore, seen }))
  const isHere = useIsHere()

  if (options.seen && options.seen.version !== from?.version && !form.dirty) {
    // Where it stands: whoever is in one of its fields stays there.
    setFrom(options.seen)
    setSaved(null)
    form.start(valuesOf(options.seen, names))
    clear()
    setRefused('')
    setSummary([])
  }

  // What somebody else does while this is typed is shown at once, not only when it is saved.
  const live: Conflict | null =
    seen && current && form.dirty && current.version > seen.version
      ? { row: current, asks: asksOf(module, seen, current, form.changes), theirs }
      : null
  // One's own is no news, where nobody else wrote before it: a move that stands beside the fields, what waited and was sent, another device. What is typed
  // goes on over it. Where it was done to the very fields, or nothing can be saved any more, that is said all the same.
  const isNews = !live || said || saving || live.asks.length > 0 || !isEditable(module, live.row)
  if (seen && !isNews && live.row.version === seen.version + 1 && isOwn(live.row, seen, me)) {
    setSaved(live.row)
    form.settle(valuesOf(seen, names), valuesOf(live.row, names))
  }
  const conflict = live && (!said || live.row.version >= said.row.version) ? live : said

  /** Leads to the first place; the summary names each of several. The only one is said above, where nothing is beside it. */
  const show = (errors: Errors) => {
    const places = inOrder(names, errors, form.values)
    setSummary(places)
    setRefusals(count => count + 1)
    const [first] = places
    const isPlaced = first !== undefined && focusField(...idsOf(first, idIn))
    const said = first === undefined ? Object.values(errors)[0] : errors[first]
    if (said !== undefined && !isPlaced && places.length < 2) setRefused(said)
  }
  const finish = async (outcome: Done, submitted: Values, next: boolean) => {
    const row = rowAfter(outcome, submitted)
    const isTyped = () => now().isComing || Object.keys(changedSince(submitted, now().values)).length > 0
    sent.current = null
    clear()
    if (!row || !isTyped()) {
      form.settle(submitted, submitted)
      // Gone before the next form looks for one.
      await draft.drop()
    }
    if (row && isTyped() && isHere.current) {
      form.settle(submitted, valuesOf(row, names))
      setSaved(row)
      setSummary([])
      return saySavedBefore(outcome)
    }
    letGo()
    onSaved(outcome, next, isHere.current)
  }
  /** The record with what was sent; null where nobody can say which one it is. */
  const rowAfter = (outcome: Done, submitted: Values): Row | null => {
    if (outcome.row) return outcome.row
    const id = seen?.id ?? sent.current?.id
    return id === undefined ? null : ({ version: 1, ...seen, ...submitted, id } as Row)
  }
  const write = async (): Promise<Outcome> => {
    const handed = await draft.hand()
    if (!seen)
      return createOnce(sent, form.values, {
        newId,
        anotherId,
        save: (values, id) => save(values, id, handed),
        change: (row, changes) => change(row, changes, handed),
      })
    if (!conflict) return change(seen, form.changes, handed)
    const wanted = rebased(module, seen, conflict, form.changes)
    if (Object.keys(wanted).length === 0) return { state: 'saved', row: conflict.row }
    return change(conflict.row, wanted, handed)
  }
  const attempt = async (next: boolean) => {
    const submitted = form.values
    setRefused('')
    const wrong = form.check()
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    if (seen && !form.dirty) {
      // What somebody else wrote was taken over, or the next one is wanted: that is an end, too.
      if (conflict || next) return finish({ state: 'saved', row: seen }, submitted, next)
      return void toast(t('form.unchanged'))
    }
    setSaving(true)
    const outcome = await write()
    if (outcome.state === 'saved' || outcome.state === 'waiting') return finish(outcome, submitted, next)
    setSaving(false)
    draft.takeBack(outcome)
    if (!isHere.current) return sayUnheard({ ...submitted, ...seen }, outcome)
    if (outcome.state === 'conflict') return ask(outcome.row, outcome.asks)
    clear()
    const placed = form.refuse(outcome.fields ?? {})
    show(placed)
    const hidden = Object.keys(placed).some(path => !names.includes(fieldOf(path)))
    if (hidden || Object.keys(placed).length === 0) setRefused(outcome.message)
  }
  async function submit(next: boolean) {
    if (busy.current) return
    busy.current = true
    try {
      await attempt(next)
    } catch (error) {
      // A part of the app that does not come, or a device that fails: the words are here still, and can be sent once more.
      draft.takeBack()
      setRefused(failureOf(error)!.message)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }
  const press = (next: boolean) => {
    if (!busy.current) files.submit(next)
  }
  const set = useSteady(useFills(module, form, files.prepare))
  /** What was typed over an earlier state of the record goes on over the one of now, like any change. */
  const bringOver = (before: Values, changes: Values) => {
    const row = now().seen
    if (!row) return form.restore(changes)
    const { values, asks } = broughtOver(module, before, row, changes)
    form.restore(values)
    if (asks.length > 0) ask(row, asks)
  }
  const discard = () => {
    const { changes } = form
    const before = seen
    const first = sent.current
    // What is typed next is another record.
    sent.current = null
    form.discard()
    clear()
    setRefused('')
    setSummary([])
    void draft.drop()
    let isUndone = false
    // The form may have been left by then.
    const undo = async () => {
      isUndone = true
      if (isHere.current) {
        sent.current ??= first
        bringOver(before ?? {}, changes)
      } else toast((await draft.keepAgain(toKeep(changes), first)) ? t('form.keptAgain') : t('form.notKeptAgain'))
    }
    const offer = toast(t('form.discarded'), { undo: () => void undo() })
    // A record that may be there already keeps its photos.
    if (!first)
      takeOff(
        changes,
        initial,
        toastOver(offer).then(() => !isUndone),
      )
  }
  return {
    form: { ...form, set, dirty, prepare: files.prepare },
    draft,
    /** The record as the form goes over it: as it was opened, or as a save left it. */
    seen,
    /** It holds what is not saved yet, or not known to be. */
    open: dirty || saving,
    idOf: idIn,
    saving: saving || files.waits,
    submit: () => press(false),
    /** Saves, and goes on with the next one. */
    submitNext: () => press(true),
    discard,
    /** A draft was taken up again: the record may have been changed since. */
    onTaken: ({ base, values }: Draft) => {
      clear()
      if (!base) return
      form.discard()
      bringOver({ ...now().seen, ...base.fields }, values)
    },
    /** What stopped the save that is not about a single field. */
    refused,
    dismiss: () => setRefused(''),
    /** How often a save was refused so far. */
    refusals,
    /** What the last try to save found and what is still wrong, in the order of the form. */
    errors: summary.flatMap(path => (form.errors[path] ? [[path, form.errors[path]] as const] : [])),
    conflict,
    choose,
  }
}

const valuesOf = (row: Row, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, row[name] ?? null]))

const draftKey = (module: Module, seen: Row | undefined, place = location.pathname + location.search) =>
  seen ? `${module.name}:${seen.id}` : `${module.name}:new:${place}`

/** The place of the line that the path names, from 0. */
export function lineAt(values: Values, path: string): number {
  const [field = '', id] = path.split('.')
  const lines = values[field]
  return Array.isArray(lines) ? (lines as { id: number }[]).findIndex(line => String(line.id) === id) : -1
}

/** Where what is said of this path may stand: beside the cell, or beside the field that the cell is a part of. */
export const idsOf = (path: string, idOf: (path: string) => string): string[] => [idOf(path), idOf(fieldOf(path))]

/** From top to bottom: fields as they stand in the form, cells as their lines do. */
function inOrder(names: readonly string[], errors: Errors, values: Values): string[] {
  const fieldAt = (path: string) => names.indexOf(fieldOf(path))
  return Object.keys(errors)
    .filter(path => fieldAt(path) >= 0)
    .toSorted((a, b) => fieldAt(a) - fieldAt(b) || lineAt(values, a) - lineAt(values, b))
}
