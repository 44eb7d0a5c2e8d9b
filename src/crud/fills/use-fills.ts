import { useRef } from 'react'
import type { Module } from '#contract/module.ts'
import { formRulesOf } from '#contract/modules/form-rules.ts'
import { useData } from '#src/data/data.ts'
import type { Prepare } from '#src/attached/prepare.ts'
import type { Form } from '../use-form.ts'
import { choicesIn } from './fill.ts'
import { fillIn } from './fill-in.ts'

/**
 * The `set` of a form whose module says what follows from a choice (`fills`). A save waits for it; what cannot be read in time
 * is typed.
 */
export function useFills(module: Module, form: Form, prepare: Prepare): Form['set'] {
  const { db, register } = useData()
  // Whoever empties a choice first and then chooses anew has changed it all the same.
  const emptied = useRef(new Map<string, number>())
  const { fills } = formRulesOf(module)
  if (!fills) return form.set
  return (field, value) => {
    const sources = Object.fromEntries(Object.entries(fills).filter(([source]) => isAt(source, field)))
    const choices = choicesIn(sources, { [field]: form.values[field] }, { [field]: value }).flatMap(choice => {
      const key = `${choice.source} ${choice.line}`
      if (choice.from !== null) emptied.current.set(key, choice.from)
      return choice.to === null ? [] : [{ ...choice, from: emptied.current.get(key) ?? null }]
    })
    form.set(field, value)
    if (choices.length > 0) void prepare(fillIn({ db, register }, module, choices, form.amend).then(() => true))
  }
}

const isAt = (source: string, field: string) => source === field || source.startsWith(`${field}.`)
