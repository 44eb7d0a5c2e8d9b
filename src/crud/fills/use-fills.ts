import { useEffect, useEffectEvent, useRef } from 'react'
import type { Module } from '#contract/module.ts'
import { formRulesOf } from '#contract/modules/form-rules.ts'
import { useData } from '#src/data/data.ts'
import type { FormStore } from '#src/form/store.ts'
import type { Prepare } from '../attached/prepare.ts'
import { choicesIn } from './fill.ts'
import { fillIn } from './fill-in.ts'

/**
 * Sets what follows from a choice, where the module says so (`fills`). A save waits for it; what cannot be read in time is
 * typed.
 */
export function useFills(module: Module, form: FormStore, prepare: Prepare): void {
  const { db, register } = useData()
  // Whoever empties a choice first and then chooses anew has changed it all the same.
  const emptied = useRef(new Map<string, number>())
  const heard = useEffectEvent((field: string, before: unknown, after: unknown) => {
    const { fills = {} } = formRulesOf(module)
    const sources = Object.fromEntries(Object.entries(fills).filter(([source]) => isAt(source, field)))
    const choices = choicesIn(sources, { [field]: before }, { [field]: after }).flatMap(choice => {
      const key = `${choice.source} ${choice.line}`
      if (choice.from !== null) emptied.current.set(key, choice.from)
      return choice.to === null ? [] : [{ ...choice, from: emptied.current.get(key) ?? null }]
    })
    if (choices.length > 0) void prepare(fillIn({ db, register }, module, choices, form.amend).then(() => true))
  })
  useEffect(() => form.onSet((...said) => heard(...said)), [form])
}

const isAt = (source: string, field: string) => source === field || source.startsWith(`${field}.`)
