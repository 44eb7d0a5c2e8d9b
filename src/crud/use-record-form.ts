import { useState } from 'react'
import type { Module, Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useChange, useSave } from '#src/data/use-writes.ts'
import { emptyValues, type Errors, type Values } from './check.ts'
import { useConflict } from './conflict-choice.tsx'
import { useForm } from './use-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

export type Done = Extract<Outcome, { state: 'saved' | 'waiting' }>

type Options = {
  module: Module
  /** The fields that the form has, in its order. */
  names: readonly string[]
  /** The record to change, as the person first saw it; without one it makes a new record. */
  seen?: Row | undefined
  /** What a new record starts with, where it is not what its declaration says. */
  start?: Values
  onSaved: (outcome: Done) => void
}

export type RecordForm = ReturnType<typeof useRecordForm>

export const idOf = (name: string) => `field-${name}`

/** A form over one record: checked by the contract, saved as one write, with what the server or somebody else has to say. */
export function useRecordForm({ module, names, seen, start, onSaved }: Options) {
  const save = useSave(module)
  const change = useChange(module)
  const form = useForm(
    module,
    seen ? valuesOf(seen, names) : { ...emptyValues(module, names), ...start },
    seen ? 'change' : 'input',
  )
  const { conflict, ask, choose, clear, wanted } = useConflict()
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const [summary, setSummary] = useState<Errors>({})
  const letGo = useLeaveGuard(() => form.dirty)

  const show = (errors: Errors) => {
    setSummary(errors)
    const first = names.find(name => errors[name])
    if (first) document.getElementById(idOf(first))?.focus()
  }
  const finish = (outcome: Done) => {
    letGo()
    form.start(form.values)
    onSaved(outcome)
  }
  const submit = async () => {
    if (saving) return
    setRefused('')
    const wrong = form.check()
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    const changes = wanted(form.changes)
    if (seen && Object.keys(changes).length === 0) return finish({ state: 'saved', row: seen })
    setSaving(true)
    const outcome = seen ? await change(conflict?.row ?? seen, changes) : await save(form.values)
    setSaving(false)
    if (outcome.state === 'saved' || outcome.state === 'waiting') return finish(outcome)
    if (outcome.state === 'conflict') return ask(outcome.row, outcome.asks)
    clear()
    const fields = topFields(outcome.fields ?? {})
    form.refuse(fields)
    show(fields)
    if (Object.keys(fields).length === 0) setRefused(outcome.message)
  }
  return {
    form,
    saving,
    submit: () => void submit(),
    /** What stopped the save that is not about a single field. */
    refused,
    dismiss: () => setRefused(''),
    /** What the last try to save found and what is still wrong. */
    errors: Object.entries(summary).filter(([name]) => form.errors[name]),
    conflict,
    choose,
  }
}

const valuesOf = (row: Row, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, row[name] ?? null]))

/** What the server says about `address.city` is said beside the address. */
const topFields = (fields: Errors): Errors =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.split('.')[0] ?? path, message]))
